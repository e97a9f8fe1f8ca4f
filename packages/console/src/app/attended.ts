/** Whether somebody is at the page: an open page asks by itself, which must not keep a session from its idle end. */
import { now } from '../clock.ts'

const UNATTENDED_MS = 5 * 60_000

let touchedAt = now().getTime()

const touch = () => {
  touchedAt = now().getTime()
}

/** From now on keys, the pointer and the wheel count as somebody. */
export function watchAttendance(target: Pick<EventTarget, 'addEventListener'>): void {
  for (const type of ['click', 'keydown', 'pointerdown', 'wheel']) {
    target.addEventListener(type, touch, { capture: true, passive: true })
  }
}

/** True once nobody has touched the page for five minutes. */
export const isUnattended = () => now().getTime() - touchedAt > UNATTENDED_MS
