# Builds and installs. cargo does the building; see README.md for what it needs.
#
#   make                          build everything
#   make install PREFIX=/opt/x    install into a folder, /usr/local if none is named
#
# DESTDIR is put in front of every path, for those who make packages.

PREFIX ?= /usr/local
DESTDIR ?=
CARGO ?= cargo
INSTALL ?= install

LLVM ?= $(or $(MLIR_SYS_220_PREFIX),/usr/lib/llvm-22)
BUILT := $(or $(CARGO_TARGET_DIR),target)/release
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
ROOT := $(DESTDIR)$(PREFIX)

PROGRAMS := layout-opt layout-lsp-server layout-translate layout-calc layout-lint layout-find-swizzle
HEADERS := Dialect.h Attributes.h Relation.h

.PHONY: all install
all:
	$(CARGO) build --release

install: all
	$(INSTALL) -d $(ROOT)/bin $(ROOT)/lib/pkgconfig $(ROOT)/lib/cmake/Layout \
	  $(ROOT)/include/layout-c $(ROOT)/share/doc/layout
	$(INSTALL) $(PROGRAMS:%=$(BUILT)/%) $(ROOT)/bin
	$(INSTALL) $(BUILT)/liblayout.so $(ROOT)/lib
	$(INSTALL) -m 644 $(HEADERS:%=include/layout-c/%) $(ROOT)/include/layout-c
	$(INSTALL) -m 644 README.md LICENSE docs/*.md $(ROOT)/share/doc/layout
	# The crate, for cargo, with the crates that it stands on: everything that their manifests include.
	rm -rf $(ROOT)/share/cargo/registry/layout
	$(INSTALL) -d $(ROOT)/share/cargo/registry/layout
	tar --create --file - Cargo.lock build.rs build src crates dialect README.md LICENSE | \
	  tar --extract --file - --directory $(ROOT)/share/cargo/registry/layout
	# A dependency is the library for Rust alone. As a plugin, too, it would have one file name whatever its
	# features are, in the target folder of whoever depends on it.
	sed 's|^crate-type = .*|crate-type = ["rlib"]|' Cargo.toml \
	  >$(ROOT)/share/cargo/registry/layout/Cargo.toml
	sed 's|@VERSION@|$(VERSION)|g; s|@LLVM@|$(LLVM)|g' cmake/LayoutConfig.cmake.in \
	  >$(ROOT)/lib/cmake/Layout/LayoutConfig.cmake
	sed 's|@VERSION@|$(VERSION)|g' cmake/LayoutConfigVersion.cmake.in \
	  >$(ROOT)/lib/cmake/Layout/LayoutConfigVersion.cmake
	sed 's|@VERSION@|$(VERSION)|g; s|@LLVM@|$(LLVM)|g; s|@PREFIX@|$(PREFIX)|g' cmake/layout.pc.in \
	  >$(ROOT)/lib/pkgconfig/layout.pc
