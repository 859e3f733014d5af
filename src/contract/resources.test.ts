import { expect, test } from "bun:test"
import { operations } from "../operations/index.ts"
import { idPrefixes } from "./id-prefixes.ts"
import { resourceList } from "./resources.ts"

const names = resourceList.map(({ name }) => name)

test("every operation belongs to a declared resource, and every resource has operations", () => {
  const used = new Set(operations.map(({ name }) => name.slice(0, name.indexOf("."))))
  expect(names.toSorted()).toEqual([...used].toSorted())
})

test("no two kinds of object have the same name, or ids that start alike", () => {
  const types = resourceList.flatMap(({ objects = {} }) => Object.keys(objects))
  expect(types.length).toBe(new Set(types).size)
  expect(idPrefixes.length).toBe(new Set(idPrefixes).size)
})

test("no two resources have the same permissions, and a description is a sentence", () => {
  const granted = resourceList.flatMap(({ grants }) => (grants ? [grants.resource] : []))
  expect(granted.length).toBe(new Set(granted).size)
  for (const { description } of resourceList) expect(description).toMatch(/^[A-Z].*\.$/)
})
