import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { Button } from '@/components/ui/button'
import { fieldLook } from '@/components/ui/field-look'
import { plainName } from '@/lib/text/visible-text'
import { nameMoment } from './actions'
import { focusIt, Form } from '@/components/ui/form'

export interface NameFormProps {
  storeId: string
  /** the last change of the moment */
  sequence: number
  /** null: it has none */
  name: string | null
  onClose: () => void
}

/** Gives a moment a name, another one, or none. */
export function NameForm({ storeId, sequence, name, onClose }: NameFormProps) {
  const t = useTranslations('Time')
  const [text, setText] = useState(name ?? '')
  const naming = useAct(nameMoment, {
    done: () => {
      onClose()
      return name === null ? undefined : t('renamed', { name: plainName(name) })
    },
    undo:
      ({ now, was }) =>
      () =>
        nameMoment({ storeId, sequence, name: was, was: now }),
  })
  const typed = text.trim()
  const save = (next: string | null) => {
    if (next === name) onClose()
    else if (!naming.isBusy) void naming.run({ storeId, sequence, name: next, was: name })
  }
  return (
    <Form
      className="flex flex-wrap items-center gap-2 max-md:basis-full max-md:px-1"
      onSend={() => save(typed === '' ? null : typed)}
    >
      <span className="w-48 max-md:flex-1">
        <input
          ref={focusIt}
          aria-label={t('name')}
          placeholder={t('name')}
          value={text}
          maxLength={120}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            event.stopPropagation()
            if (event.key === 'Escape') onClose()
          }}
          className={`${fieldLook} h-7 max-md:h-9`}
        />
      </span>
      <Button type="submit" size="small" isBusy={naming.isBusy}>
        {t('saveName')}
      </Button>
      {name === null ? null : (
        <Button variant="quiet" size="small" onClick={() => save(null)}>
          {t('removeName')}
        </Button>
      )}
      <span role="alert" className="text-removed empty:hidden">
        {naming.why}
      </span>
    </Form>
  )
}
