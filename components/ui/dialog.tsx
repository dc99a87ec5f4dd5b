import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import type { Action } from '@/components/act/act'
import { useAct } from '@/components/act/use-act'
import type { Stroke } from '@/components/keys/kbd'
import { Button, type ButtonProps } from './button'
import { Form } from './form'
import { useLater } from './later'
import { WhyNot } from './notice'

export interface DialogProps {
  title: string
  /** a sentence under the title */
  description?: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

const loadWindow = () => import('./dialog-window')

/** A question above the page; Escape closes it, and the focus returns to where it was. */
export function Dialog({ isOpen, ...props }: DialogProps) {
  const later = useLater(loadWindow)
  return isOpen && later ? <later.DialogWindow {...props} /> : null
}

interface DialogFootProps {
  why: string | null
  onCancel: () => void
  /** in place of “Cancel” */
  cancel?: string
  children: ReactNode
}

/** The foot of a dialog: the way out, and then its act; it stays in sight while what is above scrolls. */
function DialogFoot({ why, onCancel, cancel, children }: DialogFootProps) {
  const t = useTranslations('Common')
  // What was said before this was opened is over.
  const [old, setOld] = useState(why)
  if (old !== null && old !== why) setOld(null)
  return (
    <div className="sticky -bottom-5 -mx-5 -mb-5 bg-[linear-gradient(to_top,var(--raised)_calc(100%-1.25rem),transparent)] px-5 pb-5">
      <WhyNot why={old === null ? why : null} />
      <div className="flex justify-end gap-2 pt-5">
        <Button variant="quiet" onClick={onCancel}>
          {cancel ?? t('cancel')}
        </Button>
        {children}
      </div>
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
      <DialogFoot why={by.why} onCancel={dialog.onClose} cancel={cancel}>
        <Button variant={variant} isBusy={by.isBusy} onClick={onAct}>
          {act}
        </Button>
      </DialogFoot>
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
    <Form onSend={(form) => by.isBusy || onSend(form)}>
      <div className="grid gap-5">{children}</div>
      <DialogFoot why={by.why} onCancel={onCancel}>
        <Button type="submit" variant="primary" isBusy={by.isBusy} stroke={stroke}>
          {act}
        </Button>
      </DialogFoot>
    </Form>
  )
}
