/** Work that nobody waits for yet: a piece in each turn of the event loop, behind all else that the turn brought. */
export interface Behind {
  add(work: () => void): void
}

export function createBehind(): Behind {
  const queue: (() => void)[] = []
  let armed = false

  function next(): void {
    armed = queue.length > 1
    if (armed) setImmediate(next)
    queue.shift()?.()
  }

  return {
    add(work) {
      queue.push(work)
      if (armed) return
      armed = true
      setImmediate(next)
    },
  }
}
