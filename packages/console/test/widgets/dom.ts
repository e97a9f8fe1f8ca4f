/**
 * A document without a browser, in which the widgets are tried in milliseconds. It has no layout: what is seen, and what
 * the platform itself does with Tab or a modal dialog, is for the journeys. Widgets are imported after it.
 */
import { after } from 'node:test'
import { Window } from 'happy-dom'
import type { ReactNode } from 'react'

const window = new Window({ url: 'http://localhost/' })
const own = Object.getOwnPropertyNames(window).filter((name) => /^[A-Z]/.test(name))
const names = own.filter((name) => !(name in globalThis))
/** Node has them too, and they are those of a page. */
const OURS = ['Event', 'EventTarget', 'FormData', 'KeyboardEvent', 'document', 'navigator']
for (const name of [...names, ...OURS]) {
  const value = Reflect.get(window, name)
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
Object.assign(globalThis, {
  window,
  IS_REACT_ACT_ENVIRONMENT: true,
  getComputedStyle: window.getComputedStyle.bind(window),
  matchMedia: window.matchMedia.bind(window),
  requestAnimationFrame: window.requestAnimationFrame.bind(window),
  cancelAnimationFrame: window.cancelAnimationFrame.bind(window),
})

// It has no top layer either.
HTMLElement.prototype.togglePopover ??= () => false

const { act } = await import('react')
const { createRoot } = await import('react-dom/client')

/** Of what is drawn now. */
let unmount = () => {}

/** Draws `node` alone in the document. Returns what draws another in its place. */
export async function draw(node: ReactNode): Promise<(next: ReactNode) => Promise<void>> {
  await clear()
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  unmount = () => root.unmount()
  const render = (next: ReactNode) => act(async () => root.render(next))
  await render(node)
  return render
}

const clear = () => act(async () => unmount())

/** A process with timers of a window does not end. */
after(async () => {
  await clear()
  await window.happyDOM.close()
})

/** The one element that has the role and, where it is given, the text in its name. */
export function one(role: string, text = ''): HTMLElement {
  const found = all(role).filter((element) =>
    (element.getAttribute('aria-label') ?? element.textContent).includes(text),
  )
  if (found.length !== 1 || !found[0]) {
    throw new Error(`${found.length} of ${role} «${text}» in ${document.body.innerHTML}`)
  }
  return found[0]
}

const NATIVE: Readonly<Record<string, string>> = { button: 'button', status: 'output' }

export const all = (role: string): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`[role="${role}"], ${NATIVE[role] ?? 'none'}`),
]

/** Where the focus is. Returns whether the page left the key to the platform. */
export async function press(key: string, init: KeyboardEventInit = {}): Promise<boolean> {
  const target = document.activeElement ?? document.body
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  await act(async () => void target.dispatchEvent(event))
  await act(async () => {
    target.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true, cancelable: true }))
  })
  return !event.defaultPrevented
}

export async function focus(element: HTMLElement): Promise<void> {
  await act(async () => element.focus())
}

/** A pointer's whole press; where the page leaves it to the platform, that moves the focus. */
export async function click(element: HTMLElement): Promise<void> {
  for (const name of ['pointerdown', 'mousedown', 'pointerup', 'mouseup']) {
    const Kind = name.startsWith('pointer') ? PointerEvent : MouseEvent
    const event = new Kind(name, { bubbles: true, cancelable: true })
    await act(async () => void element.dispatchEvent(event))
    if (name !== 'mousedown' || event.defaultPrevented) continue
    const focusable = element.closest<HTMLElement>('button, input, [tabindex]')
    const before = document.activeElement as HTMLElement | null
    await act(async () => (focusable?.isConnected ? focusable.focus() : before?.blur()))
  }
  await act(async () => element.click())
}

/** The pointer comes to the element, or leaves it. */
export async function point(element: HTMLElement, kind: 'pointerover' | 'pointerout') {
  await act(async () => void element.dispatchEvent(new PointerEvent(kind, { bubbles: true })))
}

/** As a person types it: the field of a component takes its value from its own setter. */
export async function type(field: HTMLElement, text: string): Promise<void> {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  await act(async () => {
    set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/** Does what changes a component, and all that follows from it. */
export async function change(work: () => unknown): Promise<void> {
  await act(async () => void (await work()))
}

export const isFocused = (element: Element) => element === document.activeElement
