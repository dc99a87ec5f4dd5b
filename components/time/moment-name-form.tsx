'use client'

import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'

export interface MomentNameFormProps {
  name: string
  /** reason why the last name was refused; null: it was not */
  why: string | null
  /** null: nothing is written any more */
  onName: (name: string | null) => void
  onSubmit: (name: string) => void
}

/** The name of a moment being written. */
export function MomentNameForm({ name, why, onName, onSubmit }: MomentNameFormProps) {
  const t = useTranslations('Time')
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(name.trim())
      }}
    >
      <input
        autoFocus
        aria-label={t('name')}
        value={name}
        maxLength={120}
        onChange={({ target }) => onName(target.value)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') onName(null)
        }}
        className="h-7 w-48 rounded-control border border-control bg-sheet px-2 text-sm"
      />
      <Button type="submit" size="small">
        {t('saveName')}
      </Button>
      <span role="alert" className="text-sm text-removed">
        {why}
      </span>
    </form>
  )
}
