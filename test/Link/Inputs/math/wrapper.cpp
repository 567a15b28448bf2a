// The wrapper in C++17: layouts as values, failures as exceptions.

#include "layout-math.hpp"

#include <iostream>

using namespace layout;

static std::ostream &operator<<(std::ostream &out, const std::vector<int64_t> &numbers) {
  for (int64_t number : numbers)
    out << number << ' ';
  return out;
}

int main() {
  Layout g = Layout::parse("(4,6,8):(2,3,5)"), f = Layout::make({6}, {3});
  Verdict verdict = equivalent(compose(g, f), Layout::parse("(2,3):(6,3)"));
  auto found = verdict.counterexample();
  std::cout << verdict.text() << "\n" << "at " << found->coordinates << "left "
            << *found->offsets[0] << "right " << *found->offsets[1] << "\n";

  Layout tile = Layout::composed(Layout::swizzle(3, 4, 3), 0, Layout::make({8, 64}, {64, 1}));
  std::cout << tile.text() << " at (1,16) is " << tile(1, 16) << ", B = " << tile.swizzle().bits
            << "\n";
  Verdict inside = in_bounds(tile, 512);
  std::cout << (inside.isProved() ? "proved by " : "not proved: ") << inside.text() << "\n";

  Layout rows = Layout::parse("(M,(2,8)):(16,(8,1)) where M in [1,64]");
  for (const Leaf &leaf : rows.leaves())
    std::cout << leaf.extent.coefficient << (leaf.extent.symbols.empty() ? "" : "M") << " ";
  std::cout << "in " << rows.rank() << " modes, " << rows.withValues({{"M", 4}}).text() << "\n";

  Layout linear = convert(tile, LAYOUT_LINEAR);
  std::cout << linear.inDims()[0].name << " of " << linear.inDims()[0].size << ", bit 2 is "
            << linear.basis(0, 2) << "\n";
  Layout pair = Layout::concat({f, Layout::make({2})});
  std::cout << pair.text() << ", size " << std::get<int64_t>(evaluate("size", {pair})[0]) << "\n";
  try {
    left_inverse(Layout::parse("(4,2):(1,2)"));
  } catch (const Error &error) {
    std::cout << "status " << error.status() << ": " << error.what() << "\n";
  }
  std::cout << Layout::parse("(2,4):(4,1)").draw();
}
