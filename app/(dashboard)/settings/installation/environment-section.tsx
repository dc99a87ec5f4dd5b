import { Lock } from 'lucide-react'
import { texts } from '@/components/i18n/server-texts'
import { type EnvironmentSetting, environmentSettings } from '@/lib/settings'
import { plainText } from '@/lib/text/plain-text'
import { type Fact, FactTable, FoldedFacts, SettingsPart } from './setting-rows'

/** Lists what the environment sets, with the variable that changes it; the defaults are folded. */
export async function EnvironmentSection() {
  const t = await texts()
  const settings = environmentSettings()
  const factOf = ({ name, isSet, value }: EnvironmentSetting): Fact => ({
    name: t(`Environment.${name}`),
    value: plainText(value ?? (isSet ? t('Environment.secret') : t('Environment.none'))),
    beside: <code>{name}</code>,
  })
  const set = settings.filter(({ isSet }) => isSet).map(factOf)
  const byDefault = settings.filter(({ isSet }) => !isSet).map(factOf)
  return (
    <SettingsPart
      id="environment"
      title={t('Environment.title')}
      note={
        <>
          <Lock size={14} aria-hidden className="shrink-0 text-ink-3" />
          {t('Environment.about')}
        </>
      }
    >
      {set.length === 0 ? null : <FactTable label={t('Environment.title')} facts={set} />}
      <FoldedFacts
        label={t(set.length === 0 ? 'Environment.allDefaults' : 'Environment.defaults', {
          count: byDefault.length,
        })}
        facts={byDefault}
      />
    </SettingsPart>
  )
}
