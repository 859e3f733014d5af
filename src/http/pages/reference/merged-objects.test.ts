import { expect, test } from "bun:test"
import type { JsonSchema } from "../../openapi/model.ts"
import { descriptionView } from "./description-view.ts"
import { mergedObjects } from "./merged-objects.ts"

const yes: JsonSchema = {
  type: "object",
  properties: {
    valid: { type: "boolean", const: true, description: "Let it pass." },
    code: { type: "string", const: "VALID", description: "`VALID`: Fine." },
    keyId: { type: "string" },
  },
  required: ["valid", "code", "keyId"],
}
const no: JsonSchema = {
  type: "object",
  properties: {
    valid: { type: "boolean", const: false, description: "Refuse it." },
    code: { type: "string", enum: ["EXPIRED", "DISABLED"], description: "`EXPIRED`: Late. `DISABLED`: Off." },
  },
  required: ["valid", "code"],
}

test("alternatives of a response become one object with every value and its meaning", () => {
  const merged = mergedObjects([yes, no, no])
  expect(merged.required).toEqual(["valid", "code"])
  expect(merged.properties).toEqual({
    valid: { type: "boolean", enum: [true, false], description: "`true`: Let it pass.\n`false`: Refuse it." },
    code: {
      type: "string",
      enum: ["VALID", "EXPIRED", "DISABLED"],
      description: "`VALID`: Fine.\n`EXPIRED`: Late. `DISABLED`: Off.",
    },
    keyId: { type: "string" },
  })
})

test("a description of values is a list, any other is a paragraph", () => {
  expect(descriptionView("Why. `A`: One. `B`: Two.").markup).toBe(
    '<p>Why.</p><ul class="values"><li><code>A</code>: One.</li><li><code>B</code>: Two.</li></ul>',
  )
  expect(descriptionView("`A`: One.\nWhy. `B`: Two.").markup).toBe(
    '<p>Why.</p><ul class="values"><li><code>A</code>: One.</li><li><code>B</code>: Two.</li></ul>',
  )
  expect(descriptionView("Only `A`: One.").markup).toBe("<p>Only <code>A</code>: One.</p>")
})
