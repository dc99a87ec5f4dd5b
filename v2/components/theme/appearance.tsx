import { type LucideIcon, Moon, Sun, SunMoon } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { LANGUAGE_NAMES } from '@/components/i18n/language'
import { segmentLook, segmentsLook } from '@/components/ui/segmented'
import { SettingsRow } from '@/components/ui/settings-form'
import { SwitchBody, switchLook } from '@/components/ui/switch'
import { LOCALES } from '@/lib/text/locale'
import { chooseLanguageAction, chooseSingleKeysAction, chooseThemeAction } from './actions'
import { type Theme, THEMES } from './kept'

const ICONS: Record<Theme, LucideIcon> = { system: SunMoon, light: Sun, dark: Moon }

/** How the pages look and listen in this browser. Each holds at once, and works without a script. */
export function Appearance({ theme, hasSingleKeys }: { theme: Theme; hasSingleKeys: boolean }) {
  const t = useTranslations('Look')
  const locale = useLocale()
  return (
    <>
      <SettingsRow words={t('theme')}>
        <form action={chooseThemeAction}>
          <fieldset className={segmentsLook}>
            <legend className="sr-only">{t('theme')}</legend>
            {THEMES.map((each) => {
              const Icon = ICONS[each]
              return (
                <button
                  key={each}
                  type="submit"
                  name="theme"
                  value={each}
                  aria-pressed={each === theme}
                  className={segmentLook(each === theme)}
                >
                  <Icon size={14} strokeWidth={1.75} aria-hidden />
                  {t(each)}
                </button>
              )
            })}
          </fieldset>
        </form>
      </SettingsRow>
      <SettingsRow words={t('language')}>
        <form action={chooseLanguageAction}>
          <fieldset className={segmentsLook}>
            <legend className="sr-only">{t('language')}</legend>
            {LOCALES.map((each) => (
              <button
                key={each}
                type="submit"
                name="locale"
                value={each}
                lang={each}
                aria-pressed={each === locale}
                className={segmentLook(each === locale)}
              >
                {LANGUAGE_NAMES[each]}
              </button>
            ))}
          </fieldset>
        </form>
      </SettingsRow>
      <SettingsRow words={t('keys')}>
        <form action={chooseSingleKeysAction}>
          <input type="hidden" name="keys" value={hasSingleKeys ? 'off' : 'on'} />
          <button type="submit" role="switch" aria-checked={hasSingleKeys} className={switchLook}>
            <SwitchBody isOn={hasSingleKeys} />
            <span aria-hidden>{t(hasSingleKeys ? 'on' : 'off')}</span>
            <span className="sr-only">{t('keys')}</span>
          </button>
        </form>
      </SettingsRow>
    </>
  )
}
