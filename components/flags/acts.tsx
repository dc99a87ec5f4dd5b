'use client'

import { Eraser } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { ActButton } from '@/components/ui/act-button'
import { Button } from '@/components/ui/button'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { formText } from '@/components/ui/form'
import { useToRedact } from '@/components/ui/handed'
import type { ShownFlags } from '@/lib/review/store-flags'
import type { Flag } from '@/lib/scan/flag'
import type { ScanRule } from '@/lib/scan/rules'
import { dismiss, flagAgain, flaggedText, textsOfRule } from './actions'

export interface DismissProps {
  flags: ShownFlags
  /** what was found, in words */
  name: string
  /** on how many lines it stands in the memory: it holds for all of them */
  count: number
  /** called once it is done or taken back, by a page that does not follow by itself */
  onDone?: () => void
}

/** Says of what a rule found in a memory that it is no problem, and why. */
export function Dismiss({ flags, name, count, onDone }: DismissProps) {
  const t = useTranslations('Dismissal')
  const [isAsked, setAsked] = useState(false)
  const again = async () => {
    const result = await flagAgain(flags)
    onDone?.()
    return result
  }
  const dismissing = useAct(dismiss, {
    done: () => {
      setAsked(false)
      onDone?.()
      return t('done', { name })
    },
    undo: () => again,
  })
  return (
    <>
      <Button variant="quiet" onClick={() => setAsked(true)}>
        {t('act')}
      </Button>
      <Dialog
        title={t('title', { name })}
        description={t('about', { count })}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
      >
        <DialogForm
          act={t('act')}
          by={dismissing}
          onSend={(form) => void dismissing.run({ ...flags, reason: formText(form, 'reason') })}
          onCancel={() => setAsked(false)}
        >
          <Field label={t('reason')} name="reason" maxLength={1_000} autoComplete="off" />
        </DialogForm>
      </Dialog>
    </>
  )
}

/** Takes a dismissal back. */
export function FlagAgain({ flags }: { flags: ShownFlags }) {
  const t = useTranslations('Dismissal')
  const on = { done: () => t('flaggedAgain') }
  return (
    <ActButton variant="quiet" size="small" does={flagAgain} input={flags} on={on}>
      {t('again')}
    </ActButton>
  )
}

/** Leads to where what was found is redacted. */
export function RedactFlag(of: { storeId: string; versionId: string; flag: Flag }) {
  const t = useTranslations('Dismissal')
  const toRedact = useToRedact(of.storeId)
  const on = { done: (text: string) => toRedact({ text }) }
  return (
    <ActButton Icon={Eraser} does={flaggedText} input={of} on={on}>
      {t('redact')}
    </ActButton>
  )
}

/** Leads to where all that a rule found in a store is redacted by one act. */
export function RedactRule(of: { storeId: string; rule: ScanRule }) {
  const t = useTranslations('Dismissal')
  const toRedact = useToRedact(of.storeId)
  const on = { done: ([text = '', ...others]: string[]) => toRedact({ text, others }) }
  return (
    <ActButton Icon={Eraser} does={textsOfRule} input={of} on={on}>
      {t('redactAll')}
    </ActButton>
  )
}
