"""Files that would do harm or never end: what is said of each. `invalid`: a file that cannot be used (exit 3).

Where it depends on the system which limit is reached first, both verdicts are given.
"""

from __future__ import annotations

BODY = """
def atencion(Q, K, V):
    {}
"""


def inside(code: str, head: str = "") -> str:
    """A function whose body is this."""
    return head + BODY.format(code.replace("\n", "\n    "))


HOSTILE: dict[str, tuple[str, str, str]] = {
    "endless loop": ("limit", "seguía en la línea", inside("while True:\n    pass")),
    "endless loop while loading": ("limit", "seguía en la línea 2", "x = 0\nwhile True: x += 1\n"),
    "an endless loop that catches everything": (
        "limit", "seguía en la línea",
        inside("while True:\n    try:\n        sum(range(10 ** 6))\n    except BaseException:\n        pass"),
    ),
    "sleeps": ("limit", "`time.sleep(100)`", inside("time.sleep(100)", "import time\n")),
    "prints without end": ("limit", "escribe sin parar en la línea 4", inside("while True:\n    print('hola' * 1000)")),
    "writes to the descriptor": ("limit", "", inside("while True:\n    os.write(1, b'x' * 9999)", "import os\n")),
    "takes all the memory": ("limit", "más memoria", inside("return [0] * 10 ** 10")),
    "takes the memory bit by bit": ("limit", "", inside("x = []\nwhile True:\n    x.append(bytearray(10 ** 7))")),
    "an enormous array": ("limit", "más memoria", inside("return np.ones((10 ** 6, 10 ** 6))", "import numpy as np\n")),
    "returns too much": ("wrong-shape", "ndarray", inside("return np.ones((1000, 1000))", "import numpy as np\n")),
    "recursion": ("error", "RecursionError", inside("return atencion(Q, K, V)")),
    "recursion without a limit": (
        "limit", "", inside("return atencion(Q, K, V)", "import sys\nsys.setrecursionlimit(10 ** 9)\n"),
    ),
    "sys.exit": ("error", "termina el programa en la línea 3", inside("sys.exit(0)", "import sys")),
    "sys.exit while loading": ("invalid", "termina el programa en la línea 2", "import sys\nsys.exit()\n"),
    "os._exit": ("error", "termina el programa", inside("os._exit(0)", "import os")),
    "a broken process": ("limit", "de golpe en la línea 3", inside("ctypes.string_at(0)", "import ctypes")),
    "aborts": ("limit", "de golpe", inside("os.abort()", "import os")),
    "syntax error": ("invalid", "línea 1", "def atencion(Q, K, V)\n    return Q\n"),
    "tabs and blanks": ("invalid", "línea 3", "def atencion(Q, K, V):\n    x = 1\n\treturn x\n"),
    "a module that is not there": ("invalid", "no está instalado", "import no_hay_tal_modulo\n"),
    "an error while loading": ("invalid", "divide por cero", "x = 1 / 0\n"),
    "no function": ("invalid", "No encuentro la función", "x = 1\n"),
    "input": ("error", "input()", inside("return float(input('¿d_k? '))")),
    "input while loading": ("invalid", "input()", "d = int(input())\n"),
    "a fork bomb": ("error", "abre otro proceso en la línea 4", inside("while True:\n    os.fork()", "import os")),
    "a fork bomb that catches": (
        "limit", "", inside("while True:\n    try:\n        os.fork()\n    except OSError:\n        pass", "import os"),
    ),
    "processes by multiprocessing": (
        "error", "abre otro proceso",
        inside("multiprocessing.get_context('spawn').Process(target=print).start()", "import multiprocessing"),
    ),
    "a command": ("error", "abre otro proceso", inside("subprocess.run(['sleep', '100'])", "import subprocess")),
    "a shell": ("error", "abre otro proceso", inside("os.system('sleep 100 &')", "import os")),
    "kills the parent": ("error", "manda una señal", inside("os.kill(os.getppid(), 9)", "import os")),
    "kills its group": ("error", "manda una señal", inside("os.killpg(0, 9)", "import os")),
    "writes a file": ("error", "escribe o borra archivos", inside("open('nuevo.txt', 'w').write('x')")),
    "writes a file far away": ("error", "escribe o borra archivos", inside("open('/tmp/tutor-nuevo.txt', 'a')")),
    "writes a file while loading": ("invalid", "escribe o borra archivos", "open('nuevo.txt', 'w')\n"),
    "removes its own file": ("error", "escribe o borra archivos", inside("os.remove(__file__)", "import os")),
    "removes a folder": ("error", "escribe o borra archivos", inside("shutil.rmtree('.')", "import shutil")),
    "makes a folder": ("error", "escribe o borra archivos", inside("os.makedirs('carpeta')", "import os")),
    "the network": ("error", "usa la red", inside("socket.create_connection(('127.0.0.1', 9))", "import socket")),
    "the web": (
        "error", "usa la red", inside("urllib.request.urlopen('http://localhost')", "import urllib.request"),
    ),
    "threads without end": ("error|limit", "",
        inside("while True:\n    threading.Thread(target=time.sleep, args=(99,)).start()",
                                                "import threading, time")),
    "an error that cannot be written": (
        "error", "Malo", inside("raise Malo", "class Malo(Exception):\n    def __str__(self): raise self\n"),
    ),
    "an object of its own": ("wrong-shape", "un object", inside("return object()")),
    "numbers that lie": ("wrong-shape", "Lista",
        inside("return Lista()", "class Lista:\n    shape = (1, 1)\n    def __array__(self, *a): raise KeyError\n"),
    ),
    "closes everything": ("limit", "de golpe", inside("os.closerange(0, 100)", "import os")),
}  # fmt: skip
