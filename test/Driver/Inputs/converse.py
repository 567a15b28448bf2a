"""Plays an exchange with a language server.

The exchange is read from standard input: messages in JSON, between lines `// -----`. Other lines that begin
with `//` are comments, but `// WAIT: TEXT`, which waits for a message that has the text. A request is waited for
by itself. Everything that the server says is printed in the order in which it comes; after the exchange the
exit status of the server is.
"""

import json
import queue
import subprocess
import sys
import threading

SECONDS = 120


def messages(stream, heard):
    """Reads messages until there are none."""
    while header := stream.readline():
        length = 0
        while header.strip():
            name, value = header.split(b":", 1)
            if name.lower() == b"content-length":
                length = int(value)
            header = stream.readline()
        heard.put(json.loads(stream.read(length)))


def main():
    server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    heard = queue.Queue()
    threading.Thread(target=messages, args=(server.stdout, heard), daemon=True).start()

    def wait(is_it):
        while True:
            message = heard.get(timeout=SECONDS)
            print(json.dumps(message, indent=1, sort_keys=True), flush=True)
            if is_it(message):
                return

    for part in sys.stdin.read().split("// -----\n"):
        lines = part.splitlines()
        text = "\n".join(line for line in lines if not line.startswith("//"))
        if not text.strip():
            continue
        message = json.loads(text)
        body = json.dumps(message).encode()
        server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        server.stdin.flush()
        if "id" in message:
            wait(lambda heard: heard.get("id") == message["id"] and "method" not in heard)
        for line in lines:
            if line.startswith("// WAIT: "):
                wait(lambda heard: line[len("// WAIT: "):] in json.dumps(heard))
    server.stdin.close()
    print("status", server.wait(timeout=SECONDS))


main()
