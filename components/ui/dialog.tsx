import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import type { Action } from '@/components/act/act'
import { useAct } from '@/components/act/use-act'
import type { Stroke } from '@/components/keys/kbd'
import { Button, type ButtonProps } from './button'
import type * as Later from './dialog-window'
import { Form } from './form'
import { WhyNot } from './notice'

export interface DialogProps {
  title: string
  /** a sentence under the title */
  description?: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** A question above the page; Escape closes it, and the focus returns to where it was. */
export function Dialog({ isOpen, ...props }: DialogProps) {
  // No page needs it for reading. It comes right after the page: what is typed into it would be lost.
  const [later, setLater] = useState<typeof Later | null>(null)
  useEffect(() => void import('./dialog-window').then(setLater), [])
  return isOpen && later ? <later.DialogWindow {...props} /> : null
}

interface DialogFootProps {
  onCancel: () => void
  /** in place of “Cancel” */
  cancel?: string
  children: ReactNode
}

/** The foot of a dialog: the way out, and then its act. */
function DialogFoot({ onCancel, cancel, children }: DialogFootProps) {
  const t = useTranslations('Common')
  return (
    <div className="flex justify-end gap-2">
      <Button variant="quiet" onClick={onCancel}>
        {cancel ?? t('cancel')}
      </Button>
      {children}
    </div>
  )
}

export interface AskedOnceProps extends Omit<DialogProps, 'children'> {
  /** verb and number, as on the button that led here */
  act: string
  /** `primary`: nothing is lost by it */
  variant?: 'danger' | 'primary'
  cancel?: string
  /** the act as it goes on; why it was not done is said */
  by: { isBusy: boolean; why: string | null }
  onAct: () => void
  /** what changes, what stays, what is left alone */
  children?: ReactNode
}

/** Asks once for what cannot be undone; the button repeats the verb. */
export function AskedOnce({
  act,
  variant = 'danger',
  cancel,
  by,
  onAct,
  children,
  ...dialog
}: AskedOnceProps) {
  return (
    <Dialog {...dialog}>
      {children}
      <WhyNotNow why={by.why} />
      <div className="mt-5">
        <DialogFoot onCancel={dialog.onClose} cancel={cancel}>
          <Button variant={variant} isBusy={by.isBusy} onClick={onAct}>
            {act}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  )
}

export interface AskedActProps<I, R> extends Omit<
  AskedOnceProps,
  'isOpen' | 'onClose' | 'by' | 'onAct'
> {
  /** that asks */
  button: ButtonProps
  does: Action<I, R>
  input: I
  /** once it is done; what it returns is said in a toast */
  done?: (value: R) => string | void
}

/** A button of an act that is asked for once. */
export function AskedAct<I, R>({ button, does, input, done, ...asked }: AskedActProps<I, R>) {
  const [isAsked, setAsked] = useState(false)
  const doing = useAct(does, {
    done: (value) => {
      setAsked(false)
      return done?.(value)
    },
  })
  return (
    <>
      <Button {...button} onClick={() => setAsked(true)} />
      <AskedOnce
        {...asked}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        by={doing}
        onAct={() => void doing.run(input)}
      />
    </>
  )
}

export interface DialogFormProps extends Pick<AskedOnceProps, 'act' | 'by'> {
  stroke?: Stroke
  onSend: (form: HTMLFormElement) => void
  onCancel: () => void
  /** its fields */
  children: ReactNode
}

/** What a dialog asks for; below it the way out, and the act. */
export function DialogForm({ act, by, stroke, onSend, onCancel, children }: DialogFormProps) {
  return (
    <Form className="grid gap-5" onSend={(form) => by.isBusy || onSend(form)}>
      {children}
      <WhyNot why={by.why} />
      <DialogFoot onCancel={onCancel}>
        <Button type="submit" variant="primary" isBusy={by.isBusy} stroke={stroke}>
          {act}
        </Button>
      </DialogFoot>
    </Form>
  )
}

/** Why an act was not done since this was opened: what was said before is over. */
function WhyNotNow({ why }: { why: string | null }) {
  const [old, setOld] = useState(why)
  if (old !== null && old !== why) setOld(null)
  return <WhyNot why={old === null ? why : null} />
}
