import type { ComponentProps, ReactNode } from 'react'
import { useKey } from '@/components/keys/use-key'
import { useUnsaved } from '@/components/live/use-live'
import { Button } from './button'

export interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSend: (form: HTMLFormElement) => void
}

/** A form that the page sends itself, and stays. */
export function Form({ onSend, ...form }: FormProps) {
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        onSend(event.currentTarget)
      }}
    />
  )
}

/** What was typed into a field of a form; '' where there is none. */
export function formText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

/** A ref of a field that was asked for by a key or a button: it is there to be written in. */
export const focusIt = (field: HTMLElement | null) => field?.focus()

export interface WrittenFormProps {
  /** what its button says */
  words: string
  /** what leaving it is called */
  back: string
  isBusy?: boolean
  /** what is written cannot be sent */
  isOff?: boolean
  isUnsaved: boolean
  onSend: () => void
  onBack: () => void
  className?: string
  children: ReactNode
}

/** A form for what is written within a page: sent by its button or ⌘↵, left by Escape. */
export function WrittenForm(props: WrittenFormProps) {
  const { words, back, isBusy = false, isOff = false, isUnsaved, onSend, onBack } = props
  const send = () => {
    if (!isBusy && !isOff) onSend()
  }
  useUnsaved(isUnsaved)
  useKey('mod+enter', words, send, { inForms: true, bar: true })
  useKey('escape', back, onBack, { inForms: true, bar: true })
  return (
    <Form className={props.className} onSend={send}>
      {props.children}
      <div className="flex flex-wrap items-center gap-2 max-md:*:h-11">
        <Button
          type="submit"
          variant="primary"
          stroke="mod+enter"
          isBusy={isBusy}
          disabled={isOff}
          className="max-md:flex-1"
        >
          {words}
        </Button>
        <Button variant="quiet" onClick={onBack} stroke="escape">
          {back}
        </Button>
      </div>
    </Form>
  )
}
