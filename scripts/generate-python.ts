// `bun scripts/generate-python.ts`: writes the generated part of the Python client. It comes after the recording of the
// examples, because the comments show them. A test fails if a file is out of date.
import { writeFiles } from "./clients/write-files.ts"
import { pythonFiles, pythonFolder } from "./python/files.ts"

await writeFiles({ folder: pythonFolder, files: pythonFiles(), isGenerated: (name) => name.endsWith(".py") })
