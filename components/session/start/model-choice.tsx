'use client'

import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import type { ModelChoice as Model } from '@/lib/agent/list-models'
import { plainName } from '@/lib/text/plain-text'

export interface ModelChoiceProps {
  /** the server's models, and the practice agent at the end */
  models: readonly Model[]
  practiceModel: string
  value: string
  onChoose: (id: string) => void
}

/** Value in place of an id: another name is typed. */
const ANOTHER = ''

/** Chooses a model by its display name, or takes the name of one that is not listed. */
export function ModelChoice({ models, practiceModel, value, onChoose }: ModelChoiceProps) {
  const t = useTranslations('NewSession')
  const [isTyped, setTyped] = useState(false)
  if (isTyped) {
    return (
      <span className="flex items-center gap-1">
        <input
          aria-label={t('model')}
          required
          autoFocus
          value={value}
          placeholder={t('modelName')}
          onChange={({ target }) => onChoose(target.value)}
          autoComplete="off"
          className="h-7 w-52 min-w-0 rounded-control border border-control bg-sheet px-2 font-mono text-xs max-md:h-10"
        />
        <Button
          variant="quiet"
          size="icon"
          aria-label={t('listedModels')}
          title={t('listedModels')}
          onClick={() => {
            setTyped(false)
            onChoose(models[0]?.id ?? practiceModel)
          }}
        >
          <X size={14} aria-hidden />
        </Button>
      </span>
    )
  }
  return (
    <Select
      label={t('model')}
      isLabelHidden
      className="w-52 max-w-full"
      value={value}
      options={[
        ...models.map(({ id, name, window }) => ({
          value: id,
          label: plainName(name),
          note:
            id === practiceModel
              ? t('practiceNote')
              : window === null
                ? plainName(id)
                : t('modelNote', { id: plainName(id), window }),
        })),
        { value: ANOTHER, label: t('anotherModel') },
      ]}
      onChoose={(id) => {
        if (id === ANOTHER) setTyped(true)
        onChoose(id)
      }}
    />
  )
}
