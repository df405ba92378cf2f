"""A FileIO that lets PyIceberg and Polars read tables over HTTP."""

import fsspec
from pyiceberg.io.fsspec import FsspecFileIO


class HttpFileIO(FsspecFileIO):
    def get_fs(self, scheme, hostname=None):
        return fsspec.filesystem("http") if scheme in ("http", "https") else super().get_fs(scheme, hostname)
