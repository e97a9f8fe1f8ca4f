/** A form that says itself, under each field, what is missing or misshapen: the browser's bubbles speak its own language. */
import { type ComponentProps, createContext, type FormEvent, useState } from 'react'
import { faultOf } from './fault-of.ts'

/** By the id of the control, which its `Field` reads. */
export const Faults = createContext<ReadonlyMap<string, string>>(new Map())

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (element: Element): element is Control =>
  'validity' in element && element.id !== ''

/** Calls `onSubmit` once every control is valid; else the first one that is not gets the focus. */
export function Form({ onSubmit, ...props }: ComponentProps<'form'>) {
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = [...event.currentTarget.elements]
      .filter(isControl)
      .filter(({ validity }) => !validity.valid)
    setFaults(new Map(wrong.map((one) => [one.id, faultOf(one)])))
    if (wrong[0]) wrong[0].focus()
    else onSubmit?.(event as Parameters<NonNullable<typeof onSubmit>>[0])
  }
  const mend = ({ target }: FormEvent<HTMLFormElement>) => {
    const { id } = target as Element
    if (faults.has(id)) setFaults(new Map([...faults].filter(([one]) => one !== id)))
  }
  return (
    <Faults value={faults}>
      <form {...props} noValidate onSubmit={submit} onInput={mend} />
    </Faults>
  )
}

/** What stands in a control, without spaces around it. */
export const textOf = (form: HTMLFormElement, name: string) =>
  String(new FormData(form).get(name) ?? '').trim()
