import { Lock } from 'lucide-react'
import { texts } from '@/components/i18n/server-texts'
import { type EnvironmentSetting, environmentSettings } from '@/lib/settings'
import { plainText } from '@/lib/text/plain-text'
import { SettingsRow, SettingsSection } from '@/components/settings/section'

/** Lists what the environment sets: locked, with the name of the variable that changes it. */
export async function EnvironmentSection() {
  const t = await texts()
  return (
    <SettingsSection title={t('Environment.title')} note={t('Environment.about')}>
      {environmentSettings().map((setting) => (
        <EnvironmentRow key={setting.name} setting={setting} />
      ))}
    </SettingsSection>
  )
}

async function EnvironmentRow({
  setting: { name, isSet, value },
}: {
  setting: EnvironmentSetting
}) {
  const t = await texts()
  const shown = value ?? (isSet ? t('Environment.secret') : t('Environment.none'))
  return (
    <SettingsRow
      name={t(`Environment.${name}`)}
      about={<code className="text-label">{name}</code>}
      beside={
        isSet ? (
          t('Environment.set')
        ) : (
          <span className="text-ink-3">{t('Environment.byDefault')}</span>
        )
      }
    >
      <div className="flex min-h-7 items-center gap-2 rounded-control bg-well px-2.5 shadow-[inset_0_0_0_1px_var(--line-2)]">
        <span
          className={
            value === null
              ? 'min-w-0 flex-1 text-ink-3'
              : 'min-w-0 flex-1 font-mono text-xs wrap-anywhere'
          }
        >
          {plainText(shown)}
        </span>
        <Lock
          size={13}
          role="img"
          aria-label={t('Environment.locked')}
          className="shrink-0 text-ink-3"
        />
      </div>
    </SettingsRow>
  )
}
