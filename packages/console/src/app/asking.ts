/**
 * What the page asks of the person for calls that wait: one question at a time, whatever number of calls wait for
 * its answer.
 */

/** From the least to the most that an answer proves: a sign-in also confirms. */
const QUESTIONS = ['confirmar', 'confirmar_segundo_factor', 'entrar'] as const
export type Asked = (typeof QUESTIONS)[number]

export interface Asking {
  /** Called with the question to show; null: none. */
  listen(show: (asked: Asked | null) => void): void
  /** Whether the person answered. Joins the question that is open, which becomes the greater of the two. */
  ask(question: Asked): Promise<boolean>
  /** Shows another question to the same callers. */
  instead(question: Asked): void
  /** Answers all who wait. */
  end(answered: boolean): void
}

export function createAsking(): Asking {
  let show: (asked: Asked | null) => void = () => {}
  let open: { question: Asked; waiting: ((answered: boolean) => void)[] } | null = null
  const put = (question: Asked) => {
    if (open) open.question = question
    show(question)
  }
  return {
    listen(next) {
      show = next
    },
    ask(question) {
      return new Promise((resolve) => {
        if (open) open.waiting.push(resolve)
        else open = { question, waiting: [resolve] }
        const greater = QUESTIONS.indexOf(question) > QUESTIONS.indexOf(open.question)
        put(greater ? question : open.question)
      })
    },
    instead: put,
    end(answered) {
      const waiting = open?.waiting ?? []
      open = null
      show(null)
      for (const resolve of waiting) resolve(answered)
    },
  }
}
