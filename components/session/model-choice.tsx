import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { PRACTICE } from '@/components/ui/actor-name'
import { Choice, Field } from '@/components/ui/field'
import type { ModelList } from '@/lib/sessions/models'

export interface ModelChoiceProps {
  models: ModelList
  model: string
  onChoose: (model: string) => void
}

const ANOTHER = 'another one'

/** One of the models that the server lists, or any by its name, which holds once it is left. */
export function ModelChoice({
  models: { models, hasServer, fault },
  model,
  onChoose,
}: ModelChoiceProps) {
  const t = useTranslations('NewSession')
  const [isTyped, setTyped] = useState(fault !== null)
  if (isTyped) {
    return (
      <Field
        label={t('modelName')}
        isLabelHidden
        placeholder={t('modelName')}
        defaultValue={model === PRACTICE ? '' : model}
        hint={fault === null ? undefined : t('modelsProblem')}
        maxLength={256}
        autoComplete="off"
        spellCheck={false}
        onBlur={({ target }) => onChoose(target.value.trim() || PRACTICE)}
      />
    )
  }
  const isListed = models.some(({ id }) => id === model)
  const all = isListed ? models : [{ id: model, name: model }, ...models]
  const choices = all.map(({ id, name }) => ({
    value: id,
    label: id === PRACTICE ? t('practiceAgent') : name,
  }))
  return (
    <Choice
      label={t('model')}
      isLabelHidden
      value={model}
      choices={hasServer ? [...choices, { value: ANOTHER, label: t('anotherModel') }] : choices}
      onChoose={(value) => (value === ANOTHER ? setTyped(true) : onChoose(value))}
    />
  )
}
