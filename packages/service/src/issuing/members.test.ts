/** The wire answers 400 for the members that the law forbids a type, so the two must name the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ITEM_MEMBERS_OF_TYPES, MEMBERS_OF_TYPES, TIPOS_DTE } from '@sello/contract'
import { TIPOS } from '@sello/fiscal'

type Tipos = Readonly<Record<string, readonly string[]>>

test('the wire takes each member with the types that the law takes it with', () => {
  const { receptor: _, ...members } = tiposBy('members')
  assert.deepEqual(MEMBERS_OF_TYPES, members)
})

test('the wire takes each member of an item with the types that the law takes it with', () => {
  const { tipoVenta: _, ...members } = tiposBy('itemMembers') // answered 422, as the contract says
  assert.deepEqual(ITEM_MEMBERS_OF_TYPES, members)
})

test('the wire issues only types that the law knows', () => {
  for (const tipoDte of TIPOS_DTE) assert.ok(Object.hasOwn(TIPOS, tipoDte), tipoDte)
})

function tiposBy(kind: 'members' | 'itemMembers'): Tipos {
  const byMember: Record<string, string[]> = {}
  for (const tipo of Object.values(TIPOS)) {
    for (const [member, presence] of Object.entries(tipo[kind])) {
      byMember[member] ??= []
      if (presence !== 'forbidden') byMember[member].push(tipo.tipoDte)
    }
  }
  for (const tipos of Object.values(byMember)) tipos.sort()
  return byMember
}
