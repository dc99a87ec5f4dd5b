import { Pencil } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { VisibleText } from '@/components/lines/visible-text'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
// oxlint-disable-next-line no-restricted-imports -- pure: no count, while it is typed
import { estimatedTokens } from '@/lib/sessions/parts'
// oxlint-disable-next-line no-restricted-imports -- pure: the words as they are sent, while they are typed
import { systemPrompt } from '@/lib/sessions/system-prompt'
import { mountNames } from '@/lib/text/mount-name'
import type { SettingsFieldsProps } from './fields'
import type { StoreAccess, StoreToChoose } from './stores-to-attach'

export interface SeesFirstProps extends SettingsFieldsProps {
  attached: readonly StoreAccess[]
  /** the attached ones, in their order */
  stores: readonly Pick<StoreToChoose, 'name' | 'description'>[]
}

/**
 * The system prompt as it will be sent, and its size. What it says of the memory can be written otherwise;
 * where nothing is written it is generated.
 */
export function SeesFirst({ settings, save, attached, stores }: SeesFirstProps) {
  const t = useTranslations('NewSession')
  const [isEdited, setEdited] = useState(false)
  const mounts = mountNames(stores.map(({ name }) => name))
  const told = attached.map((each, at) => ({
    ...each,
    ...(stores[at] ?? { name: '', description: '' }),
    mountName: mounts[at] ?? '',
  }))
  const prompt = systemPrompt(settings, told)
  const shown = systemPrompt({ ...settings, system: '' }, told)
  return (
    <aside
      aria-label={t('seesFirst')}
      className="border-line bg-well px-5 py-4 max-lg:border-t max-md:px-4 lg:w-[26rem] lg:shrink-0 lg:overflow-y-auto lg:border-l"
    >
      <div className="flex min-h-7 flex-wrap items-center gap-x-2 pb-2">
        <h2 className="font-semibold">{t('seesFirst')}</h2>
        <span className="text-xs text-ink-3 tabular-nums">
          {t('tokens', { count: estimatedTokens(prompt) })}
        </span>
        <Button
          size="small"
          variant="quiet"
          aria-expanded={isEdited}
          onClick={() => setEdited(!isEdited)}
          className="ml-auto"
          Icon={Pencil}
        >
          {t(isEdited ? 'edited' : 'edit')}
        </Button>
      </div>
      {isEdited ? (
        <div className="pb-3 [&_textarea]:min-h-72 [&_textarea]:font-mono [&_textarea]:text-code">
          <Field
            label={t('memoryPart')}
            rows={16}
            defaultValue={shown}
            onBlur={({ target: { value } }) => {
              if (value !== shown) void save({ memory_prompt: value.trim() === '' ? null : value })
            }}
          />
        </div>
      ) : (
        <p className="font-mono text-code wrap-anywhere whitespace-pre-wrap text-ink-2">
          {prompt === '' ? t('noPrompt') : <VisibleText text={prompt} />}
        </p>
      )}
    </aside>
  )
}
