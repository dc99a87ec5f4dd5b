'use client'

import { Flag } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Button } from '@/components/ui/button'
import { fieldLook } from '@/components/ui/field'
import { plainName } from '@/lib/text/visible-text'
import { nameMoment } from './actions'

export interface MomentNameProps {
  storeId: string
  sequence: number
  /** null: it has none */
  name: string | null
}

/** The name of the moment that is shown: given, changed, taken away. */
export function MomentName({ storeId, sequence, name }: MomentNameProps) {
  const t = useTranslations('Time')
  const [text, setText] = useState<string | null>(null)
  const naming = useAct(nameMoment, {
    done: () => {
      setText(null)
      return name === null ? undefined : t('renamed', { name: plainName(name) })
    },
    undo: () => nameMoment({ storeId, sequence, name }),
  })
  if (text !== null) {
    const typed = text.trim()
    return (
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void naming.run({ storeId, sequence, name: typed === '' ? null : typed })
        }}
      >
        <input
          ref={focusIt}
          aria-label={t('name')}
          value={text}
          maxLength={120}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            event.stopPropagation()
            if (event.key === 'Escape') setText(null)
          }}
          className={`${fieldLook} h-7 w-48`}
        />
        <Button type="submit" size="small" isBusy={naming.isBusy}>
          {t('saveName')}
        </Button>
        {name === null ? null : (
          <Button
            variant="quiet"
            size="small"
            onClick={() => void naming.run({ storeId, sequence, name: null })}
          >
            {t('removeName')}
          </Button>
        )}
        <span role="alert" className="text-removed empty:hidden">
          {naming.why}
        </span>
      </form>
    )
  }
  return (
    <Button
      variant="quiet"
      size="small"
      className="max-w-60"
      title={t(name === null ? 'nameMoment' : 'rename')}
      onClick={() => setText(name ?? '')}
    >
      <Flag size={14} aria-hidden className="shrink-0" />
      <span className="truncate max-md:sr-only">
        {name === null ? t('nameMoment') : <VisibleLabel text={name} />}
      </span>
    </Button>
  )
}

/** It was asked for to be written in. */
const focusIt = (field: HTMLElement | null) => field?.focus()
