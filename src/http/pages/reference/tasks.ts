import { resourceList } from "../../../contract/resources.ts"
import { operations } from "../../../operations/index.ts"
import { daily, type Section, seldom, servicePages } from "./sections.ts"

/** A task of the reader, and the operations that do it. */
interface Task {
  readonly title: string
  /** Names of operations, in the order of the side bar. */
  readonly operations: readonly string[]
}

const verbs = ["create", "get", "list", "update", "delete"]

/** The order of the side bar. */
export const tasks: readonly Task[] = [...daily, ...sectionsOfOthers(), ...seldom].map(
  ({ title, operations: names = [] }) => ({
    title,
    operations: [...names, ...unnamedIn(title)],
  }),
)

function sectionsOfOthers(): readonly Section[] {
  const known = [...daily, ...seldom].map(({ title }) => title)
  const sections = new Set(resourceList.map(({ section }) => section))
  return [...sections].filter((title) => !known.includes(title)).map((title) => ({ title }))
}

/** The operations that no task names, of the resources in this section: create, get, list, update, others, delete. */
function unnamedIn(section: string): readonly string[] {
  const named = [...daily, ...seldom].flatMap(({ operations: names = [] }) => names)
  return resourceList
    .filter((resource) => resource.section === section)
    .flatMap(({ name: resource }) => operations.filter(({ name }) => name.startsWith(`${resource}.`)))
    .map(({ name }) => name)
    .filter((name) => !named.includes(name))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}

function rankOf(name: string): number {
  const rank = verbs.findIndex((verb) => name.includes(`.${verb}`))
  return rank === -1 ? verbs.length - 1.5 : rank
}

const titles = new Map([
  ...operations.map(({ name, title }) => [name, title] as const),
  ...Object.entries(servicePages),
])

const homes = new Map(tasks.flatMap((task) => task.operations.map((name) => [name, task.title])))

/** The task of an operation, and its title. */
export function homeOf(name: string): { readonly task: string; readonly title: string } {
  return { task: homes.get(name) ?? "Operations", title: titles.get(name) ?? name }
}

/** The operations before and after one, in the order of the side bar. */
export function neighboursOf(name: string) {
  const names = [...homes.keys()]
  const place = names.indexOf(name)
  return { previous: names[place - 1], next: names[place + 1] }
}
