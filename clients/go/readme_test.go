package keyward_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var goBlock = regexp.MustCompile("(?s)```go\n(.*?)```")

// Blocks of the README and of the guide are the bodies of examples, which the tests run. A block
// with a package is a program of its own, which another test of the repository runs.
func TestBlocksOfTheDocumentationAreExamples(t *testing.T) {
	examples := string(must[[]byte](t)(os.ReadFile("example_test.go")))
	for _, page := range []string{"README.md", "../../docs/guides/verify-in-go.md"} {
		blocks := goBlock.FindAllStringSubmatch(string(must[[]byte](t)(os.ReadFile(page))), -1)
		if len(blocks) == 0 {
			t.Fatal(page, "has no blocks")
		}
		for _, block := range blocks {
			if !strings.HasPrefix(block[1], "package main\n") && !strings.Contains(examples, "() {\n"+indented(block[1])) {
				t.Errorf("%s has a block that is no example:\n%s", page, block[1])
			}
		}
	}
}

func indented(text string) string {
	return regexp.MustCompile(`(?m)^(.)`).ReplaceAllString(text, "\t$1")
}
