// `bun scripts/generate-go.ts`: writes the generated part of the Go client. It comes after the recording of the
// examples, because the comments show them. A test fails if a file is out of date.
import { writeFiles } from "./clients/write-files.ts"
import { goFiles, goFolder } from "./go/files.ts"

await writeFiles({ folder: goFolder, files: goFiles(), isGenerated: (name) => name.endsWith("_gen.go") })
