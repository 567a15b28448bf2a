"""Prints an exchange with a language server about files that are nested deep, for `converse.py`."""

import json

CLAIM = "%a = layout.constant #layout.cute<4:1>\nlayout.assert_size %a, 4\nreturn\n}\n"

FILES = {
    "regions": "func.func @f(%b: i1) {\n" + "scf.if %b {\n" * 2000 + "}\n" * 2000 + CLAIM,
    "parentheses": "#m = affine_map<(d0) -> (" + "(" * 6000 + "d0" + ")" * 6000 + ")>\nfunc.func @f() {\n" + CLAIM,
    "arrays": "func.func @f() attributes {x = " + "[" * 6000 + "]" * 6000 + "} {\n" + CLAIM,
}


def say(wait="", **message):
    print(json.dumps({"jsonrpc": "2.0", **message}), wait, "// -----", sep="\n")


say(id=0, method="initialize", params={"processId": None, "rootUri": None, "capabilities": {}})
for name, text in FILES.items():
    document = {"uri": f"file:///{name}.mlir", "languageId": "mlir", "version": 1, "text": text}
    say(method="textDocument/didOpen", params={"textDocument": document}, wait="// WAIT: layout has size 4")
say(id=1, method="shutdown")
say(method="exit")
