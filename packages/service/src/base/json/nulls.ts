/**
 * Null in a member that may be left out is the same as leaving it out (docs/wire.md#requests). Programs that write
 * every member of a class send it.
 */
import type { TSchema } from 'typebox'

type Prune = (value: unknown) => unknown

interface Node {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly items?: Node
  readonly anyOf?: readonly Node[]
}

/**
 * Compiles a function that leaves out every null whose member is optional and does not accept it. A null that the
 * schema accepts stays for its readers, who treat it as absent or give it a meaning. Does not modify the value;
 * returns the same one if it has no such null.
 */
export function withoutRefusedNulls(schema: TSchema): Prune {
  return pruneOf(schema as Node, (node) => !acceptsNull(node))
}

/**
 * The same for every optional member, for comparing two requests. In an object that names something stored an
 * accepted null stays: it says that the document lacks what is stored.
 */
export function withoutNulls(schema: TSchema): Prune {
  return pruneOf(schema as Node, (node, holder) => !acceptsNull(node) || !namesStored(holder))
}

const same: Prune = (value) => value

const acceptsNull = ({ type = [], anyOf = [] }: Node): boolean =>
  [type].flat().includes('null') || anyOf.some(acceptsNull)

/** The members by which a request names something stored, whose members complete the object. */
const namesStored = ({ customerId, productId }: Members) =>
  typeof customerId === 'string' || typeof productId === 'string'

type Members = Readonly<Record<string, unknown>>
/** Whether null in an optional member leaves it out of the object that holds it. */
type IsOmitted = (node: Node, holder: Members) => boolean

/** An object without declared members is not ours to read. */
function pruneOf({ properties, required, items }: Node, isOmitted: IsOmitted): Prune {
  if (properties) return pruneMembers({ properties, required: required ?? [] }, isOmitted)
  if (!items) return same
  const prune = pruneOf(items, isOmitted)
  return (value) => (Array.isArray(value) ? mapChanged(value, prune) : value)
}

function pruneMembers(
  { properties, required }: Required<Pick<Node, 'properties' | 'required'>>,
  isOmitted: IsOmitted,
): Prune {
  const members = new Map(
    Object.entries(properties).map(([name, node]) => [
      name,
      { node, isOptional: !required.includes(name), prune: pruneOf(node, isOmitted) },
    ]),
  )
  return (value) => {
    if (!isObject(value)) return value
    let changed: Record<string, unknown> | null = null
    for (const name in value) {
      const member = members.get(name)
      if (!member) continue
      const one = value[name]
      const isLeftOut = one === null && member.isOptional && isOmitted(member.node, value)
      const pruned = member.prune(one)
      if (pruned === one && !isLeftOut) continue
      changed ??= { ...value }
      if (isLeftOut) delete changed[name]
      else changed[name] = pruned
    }
    return changed ?? value
  }
}

function mapChanged(list: readonly unknown[], prune: Prune): readonly unknown[] {
  const pruned = list.map(prune)
  return pruned.some((one, i) => one !== list[i]) ? pruned : list
}

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null
