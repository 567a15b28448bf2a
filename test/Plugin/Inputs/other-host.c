// A program without the shared MLIR that loads the plugin as mlir-opt would.

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
  uint32_t apiVersion;
  const char *name;
  const char *version;
  void (*registerPasses)(void);
} PassPlugin;

int main(int argc, char **argv) {
  void *library = dlopen(argv[argc - 1], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    printf("%s\n", dlerror());
    return 2;
  }
  PassPlugin (*info)(void) = (PassPlugin(*)(void))dlsym(library, "mlirGetPassPluginInfo");
  printf("version %u of the interface\n", info().apiVersion);
  return 0;
}
