/**
 * What the page computes is what the service answers, for generated forms of every type. The worker of the page
 * itself computes, in the browser.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TipoDte } from '@sello/contract'
import type { Emisor } from '@sello/fiscal'
import type { Worker } from 'playwright-core'
import { RESOLUCION } from '../../../fiscal/test/fixtures.ts'
import { SEED_NUMBER } from '../../../fiscal/test/seed.ts'
import { horaDe, hoy } from '../../src/clock.ts'
import { emisorOf } from '../../src/emitir/emisor.ts'
import type { Form, Relacionado } from '../../src/emitir/form.ts'
import { type Query, relacionadoOf } from '../../src/emitir/from-documento.ts'
import { bodyOf, toPeticion, withMixto } from '../../src/emitir/peticion.ts'
import type { Evaluate, Evaluated } from '../../src/fiscal/protocol.ts'
import { EMITIBLES } from '../../src/tipos.ts'
import { CONTRIBUYENTE, createDice, generateForm } from '../generated-forms.ts'
import { stateResolucion } from '../resolucion.ts'
import type { Json, World } from '../world.ts'

const SIZE = Number(process.env.SELLO_CONSOLE_TOTALS ?? 240)
const AT_ONCE = 4

export function totals(world: () => World): void {
  test('the totals of the page are those that the service answers, and both accept the same', async () => {
    console.log(`totals: ${SIZE} requests, seed ${SEED_NUMBER}`)
    const dice = createDice(SEED_NUMBER)
    const emisor = await readEmisor(world())
    await stateResolucion(world())
    const page = await world().newPage()
    const starting = page.waitForEvent('worker')
    await page.goto(`${world().root}/emitir/01`)
    const engine = await starting
    const origenes = [
      await issueOrigen(world(), {}),
      await issueOrigen(world(), { aplicarRetencionIva: true }),
      await issueOrigen(world(), { aplicarPercepcionIva: true }),
    ]
    const accepted = new Map<TipoDte, number>()
    const forms = Array.from({ length: SIZE }, (_, n) => {
      const tipoDte = EMITIBLES[n % EMITIBLES.length] as TipoDte
      return generateForm(
        dice,
        tipoDte,
        origenes[Math.floor(n / EMITIBLES.length) % 3] as Relacionado,
      )
    })
    const numbered = [...forms.entries()]
    const isCredit = ([, { tipoDte }]: readonly [number, Form]) => tipoDte === '05'
    const others = numbered.filter((one) => !isCredit(one)).values()
    const worker = async (own: Iterable<readonly [number, Form]>) => {
      for (const [n, form] of own) {
        const sealed = await compare(world(), {
          form,
          emisor,
          engine,
          label: `seed ${SEED_NUMBER}, form ${n}`,
        })
        if (sealed) accepted.set(form.tipoDte, (accepted.get(form.tipoDte) ?? 0) + 1)
      }
    }
    const workers = Array.from({ length: AT_ONCE }, () => worker(others))
    await Promise.all([worker(numbered.filter(isCredit)), ...workers])
    console.log(`totals: accepted by type ${JSON.stringify(Object.fromEntries(accepted))}`)
    await page.context().close()
    for (const tipo of EMITIBLES) assert.ok((accepted.get(tipo) ?? 0) > SIZE / 90, `few of ${tipo}`)
  })
}

interface Compared {
  readonly form: Form
  readonly emisor: Emisor
  /** The page's own, which runs the tax rules. */
  readonly engine: Worker
  readonly label: string
}

/** As the page asks: the message that its worker takes, and the one that it answers. */
async function evaluateIn(engine: Worker, input: Evaluate): Promise<Evaluated> {
  const answer = await engine.evaluate((data) => {
    const scope = globalThis as unknown as {
      postMessage: (message: unknown) => void
      onmessage: (event: { data: unknown }) => void
    }
    const { postMessage } = scope
    let said: unknown
    scope.postMessage = (message) => {
      said = message
    }
    scope.onmessage({ data: { id: 1, input: data } })
    scope.postMessage = postMessage
    return said as { evaluated?: unknown; failed?: string }
  }, input)
  if (!answer.evaluated) throw new Error(`the worker failed: ${answer.failed}`)
  return answer.evaluated as Evaluated
}

/** True where both accept it and say the same. */
async function compare(world: World, { form, emisor, engine, label }: Compared): Promise<boolean> {
  const { request, problems } = toPeticion(form)
  // A credit note before this one takes from what is left: none is prepared meanwhile.
  const saldos = form.tipoDte === '05' ? await saldosOf(world, form) : {}
  assert.deepEqual(problems, [], label)
  const ask = (total: number): Promise<Evaluated> =>
    evaluateIn(engine, {
      request: withMixto(request, form, total),
      emisor,
      autorizaciones: [],
      resolucion: RESOLUCION,
      ambiente: '00',
      fecEmi: hoy(),
      horEmi: horaDe(),
      relacionados: form.relacionados,
      saldos,
    })
  const first = await ask(0)
  const sent = withMixto(request, form, first.totales.totalPagar)
  const page = form.condicion === '3' ? await ask(first.totales.totalPagar) : first
  const { status, body } = await world.v1('/dte/prepare', bodyOf(sent))
  const said = `${label}\n${JSON.stringify(sent)}\n${JSON.stringify(body).slice(0, 800)}\n${JSON.stringify(page.problems)}`
  assert.equal(status === 200, page.problems.length === 0, said)
  if (status !== 200) {
    assert.equal(body.error.code, 'validation_failed', said)
    return false
  }
  for (const [name, value] of Object.entries(page.totales)) {
    assert.deepEqual(value, body.totales[name], `${name}: ${said}`)
  }
  const built = page.documento as Json
  assert.deepEqual(built.resumen, body.documento.resumen, said)
  assert.deepEqual(built.cuerpoDocumento, body.documento.cuerpoDocumento, said)
  return true
}

async function saldosOf({ api, nit }: World, { relacionados }: Form) {
  const [one] = relacionados
  if (!one) throw new Error('bug: a note over nothing')
  const path = `/console/api/${nit}/00/documentos/${one.codigoGeneracion}/saldo`
  return { [one.codigoGeneracion]: (await (await api.get(path)).json()).saldo }
}

async function readEmisor({ api, nit }: World): Promise<Emisor> {
  const answer = await (await api.get(`/console/api/${nit}/empresa`)).json()
  return emisorOf(answer, { codEstable: 'M001', codPuntoVenta: 'P001' })
}

/** A crédito fiscal that is large enough for every note of the run. */
async function issueOrigen(world: World, applied: object): Promise<Relacionado> {
  const { numDocumento, nrc, nombre, codActividad, telefono, correo } = CONTRIBUYENTE
  const { departamento, municipio, distrito, complemento } = CONTRIBUYENTE
  const kinds = ['gravada', 'exenta', 'no_sujeta'] as const
  const { status, body } = await world.v1('/dte', {
    tipoDte: '03',
    ...applied,
    receptor: {
      ...{ numDocumento, nrc, nombre, codActividad, telefono, correo },
      direccion: { departamento, municipio, distrito, complemento },
    },
    items: [
      ...kinds.map((tipoVenta) => ({
        ...{ descripcion: `Mercadería ${tipoVenta}`, cantidad: 1, precioUni: 9_000_000, tipoVenta },
      })),
      { descripcion: 'Depósito', cantidad: 1, noGravado: 500_000 },
    ],
  })
  assert.equal(status, 200, JSON.stringify(body))
  const path = `/console/api/${world.nit}/00/v1/dte/${body.codigoGeneracion}`
  return relacionadoOf((await (await world.api.get(path)).json()) as Query)
}
