import { type LucideIcon, Moon, Sun, SunMoon } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { type Kept, type Theme, THEMES } from '@/components/frame/kept'
import { segmentLook, segmentsLook } from '@/components/ui/segmented'
import { SettingsRow } from '@/components/ui/settings-form'
import { Switch } from '@/components/ui/switch'
import { type Locale, LOCALES } from '@/lib/text/locale'
import { keepChoice } from './actions'

const ICONS: Record<Theme, LucideIcon> = { system: SunMoon, light: Sun, dark: Moon }

/** Names of the languages, each in its own. */
const LANGUAGE_NAMES: Record<Locale, string> = {
  en: 'English',
  ko: '한국어',
  de: 'Deutsch',
  pt: 'Português',
}

/** How the pages look and listen in this browser. Each holds at once, and works without a script. */
export function Appearance({ theme, hasSingleKeys }: Pick<Kept, 'theme' | 'hasSingleKeys'>) {
  const t = useTranslations('Look')
  return (
    <>
      <Choice
        name="theme"
        words={t('theme')}
        chosen={theme}
        choices={THEMES.map((value) => {
          const Icon = ICONS[value]
          const label = (
            <>
              <Icon size={14} strokeWidth={1.75} aria-hidden />
              {t(value)}
            </>
          )
          return { value, label }
        })}
      />
      <Choice
        name="locale"
        words={t('language')}
        chosen={useLocale()}
        choices={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
      />
      <SettingsRow words={t('keys')}>
        <form action={keepChoice}>
          <input type="hidden" name="single-keys" value={hasSingleKeys ? 'off' : 'on'} />
          <Switch type="submit" isOn={hasSingleKeys}>
            <span aria-hidden>{t(hasSingleKeys ? 'on' : 'off')}</span>
            <span className="sr-only">{t('keys')}</span>
          </Switch>
        </form>
      </SettingsRow>
    </>
  )
}

interface ChoiceProps {
  /** of what the browser keeps */
  name: string
  words: string
  chosen: string
  choices: readonly { value: string; label: ReactNode; lang?: Locale }[]
}

function Choice({ name, words, chosen, choices }: ChoiceProps) {
  return (
    <SettingsRow words={words}>
      <form action={keepChoice}>
        <fieldset className={segmentsLook}>
          <legend className="sr-only">{words}</legend>
          {choices.map(({ value, label, lang }) => (
            <button
              key={value}
              type="submit"
              name={name}
              value={value}
              lang={lang}
              aria-pressed={value === chosen}
              className={segmentLook(value === chosen)}
            >
              {label}
            </button>
          ))}
        </fieldset>
      </form>
    </SettingsRow>
  )
}
