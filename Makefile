# Builds and installs. cargo does the building; see README.md for what it needs.
#
#   make                              build everything
#   make install PREFIX=/opt/x        install into a folder, /usr/local if none is named
#   make install-math PREFIX=/opt/x   the mathematics in C alone, which needs no LLVM
#   make dist                         an archive of an installed folder, which may be unpacked anywhere
#
# DESTDIR is put in front of every path, for those who make packages.

PREFIX ?= /usr/local
DESTDIR ?=
CARGO ?= cargo
INSTALL ?= install
OBJCOPY ?= objcopy

LLVM ?= $(or $(MLIR_SYS_220_PREFIX),/usr/lib/llvm-22)
BUILT := $(or $(CARGO_TARGET_DIR),target)/release
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
ROOT := $(DESTDIR)$(PREFIX)

PROGRAMS := layout-opt layout-lsp-server layout-translate layout-calc layout-lint layout-find-swizzle layout-validate
HEADERS := Dialect.h Attributes.h Verdict.h Relation.h LayoutConstraints.td

# While the first number of the version is 0, libraries with the same second number are compatible.
COMPATIBLE := $(basename $(VERSION))
MATH := $(ROOT)/lib/liblayout_math
CMAKE_FILES := $(ROOT)/lib/cmake/Layout
FILL := sed 's|@VERSION@|$(VERSION)|g; s|@COMPATIBLE@|$(COMPATIBLE)|g; s|@LLVM@|$(LLVM)|g'

.PHONY: all install math install-math dist
all:
	$(CARGO) build --release

math:
	$(CARGO) build --release --package layout-math-c

install-math: math
	$(INSTALL) -d $(ROOT)/lib/pkgconfig $(CMAKE_FILES) $(ROOT)/include
	$(INSTALL) -m 644 include/layout-math.h include/layout-math.hpp $(ROOT)/include
	$(INSTALL) $(BUILT)/liblayout_math_c.so $(MATH).so.$(VERSION)
	ln -sf liblayout_math.so.$(VERSION) $(MATH).so.$(COMPATIBLE)
	ln -sf liblayout_math.so.$(COMPATIBLE) $(MATH).so
	# The archive is one object in which the functions of the header alone are global: its isl does not meet
	# that of another library of the program.
	nm --dynamic --defined-only $(MATH).so | sed 's/.* /--undefined=/' >$(MATH).names
	$(LD) -r --gc-sections @$(MATH).names -o $(MATH).o $(BUILT)/liblayout_math_c.a
	$(OBJCOPY) --wildcard --keep-global-symbol='layout_*' --strip-debug --remove-section=.llvmbc \
	  --remove-section=.llvmcmd $(MATH).o
	rm -f $(MATH).a
	$(AR) rcs $(MATH).a $(MATH).o
	rm $(MATH).o $(MATH).names
	$(FILL) cmake/LayoutConfig.cmake.in >$(CMAKE_FILES)/LayoutConfig.cmake
	$(FILL) cmake/LayoutConfigVersion.cmake.in >$(CMAKE_FILES)/LayoutConfigVersion.cmake
	$(FILL) cmake/layout-math.pc.in >$(ROOT)/lib/pkgconfig/layout-math.pc

install: all install-math
	$(INSTALL) -d $(ROOT)/bin $(ROOT)/lib/pkgconfig $(ROOT)/include/layout-c $(ROOT)/share/doc/layout
	$(INSTALL) $(PROGRAMS:%=$(BUILT)/%) $(ROOT)/bin
	$(INSTALL) $(BUILT)/liblayout.so $(ROOT)/lib
	$(INSTALL) -m 644 $(HEADERS:%=include/layout-c/%) $(ROOT)/include/layout-c
	$(INSTALL) -m 644 README.md LICENSE docs/*.md $(ROOT)/share/doc/layout
	$(BUILT)/layout-manuals $(ROOT)/share
	# The crate, for cargo, with the crates that it stands on: everything that their manifests include.
	rm -rf $(ROOT)/share/cargo/registry/layout
	$(INSTALL) -d $(ROOT)/share/cargo/registry/layout
	tar --create --file - Cargo.lock build.rs build src crates dialect README.md LICENSE | \
	  tar --extract --file - --directory $(ROOT)/share/cargo/registry/layout
	# A dependency is the library for Rust alone. As a plugin, too, it would have one file name whatever its
	# features are, in the target folder of whoever depends on it.
	# An allocator is for programs, and whoever depends on it has one.
	sed 's|^crate-type = .*|crate-type = ["rlib"]|; s|^default = .*|default = ["mlir"]|' Cargo.toml \
	  >$(ROOT)/share/cargo/registry/layout/Cargo.toml
	$(FILL) cmake/layout.pc.in >$(ROOT)/lib/pkgconfig/layout.pc

# What is in it finds its parts by where it is itself, and LLVM where it was built.
DIST := $(dir $(BUILT))dist
NAME := layout-$(VERSION)-$(shell uname -m)-linux
dist:
	rm -rf $(DIST)
	$(MAKE) install PREFIX=/$(NAME) DESTDIR=$(abspath $(DIST))
	tar --create --gzip --owner=0 --group=0 --file $(DIST)/$(NAME).tar.gz --directory $(DIST) $(NAME)
	rm -rf $(DIST)/$(NAME)
	@echo $(DIST)/$(NAME).tar.gz
