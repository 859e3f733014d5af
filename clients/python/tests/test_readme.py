"""Runs every block of the README and of the guide in a fresh module."""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CLIENT = Path(__file__).parent.parent
GUIDE = CLIENT.parent.parent / "docs/guides/verify-in-python.md"
TEXT = (CLIENT / "README.md").read_text() + GUIDE.read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.fixture
def run() -> Iterator[Any]:
    names: list[str] = []

    def run_block(text: str) -> types.ModuleType:
        # FastAPI finds what an annotation names in the module.
        module = types.ModuleType(f"readme_{len(names)}")
        names.append(module.__name__)
        sys.modules[module.__name__] = module
        exec(compile(text, "README.md", "exec"), module.__dict__)
        return module

    yield run_block
    for name in names:
        del sys.modules[name]


def block_with(text: str) -> str:
    (block,) = [block for block in BLOCKS if text in block]
    return str(block)


@pytest.mark.parametrize("block", BLOCKS)
def test_the_block_runs(block: str, run: Any) -> None:
    run(block)


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("acme_live_4f2c", "refused: NOT_FOUND\n"),
        ('external_id="user_42"', "None user_42\n"),
        ("page.has_more", "True\n"),
        ("async for api", "NOT_FOUND\nTrue\n"),
        ("error.hint", "data/identity_not_found 404 req_"),
        ("reservation.used", "words\n996\n"),
    ],
)
def test_the_block_prints_what_it_says(
    text: str, output: str, run: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks = [block for block in BLOCKS if text in block]
    for block in blocks[:1]:
        run(block)
    assert output in capsys.readouterr().out


def test_the_guards_refuse(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    flask = run(block_with("from keyward.flask"))
    assert flask.app.test_client().get("/documents").status_code == 401
    webhooks = run(block_with("verify_webhook("))
    monkeypatch.setenv("WEBHOOK_SECRET", "whsec_" + "A" * 44)
    assert webhooks.app.test_client().post("/keyward").status_code == 400
