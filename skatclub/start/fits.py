"""Tell whether this Python, however old, can use the packages that came along."""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NAME = "cp" + "".join(map(str, sys.version_info[:2]))
has_packages = os.path.isdir(os.path.join(ROOT, "packages", NAME))

if __name__ == "__main__":
    sys.exit(0 if has_packages and sys.maxsize > 2**32 else 1)
