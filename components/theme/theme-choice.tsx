import { type LucideIcon, Moon, Sun, SunMoon } from 'lucide-react'
import { texts } from '@/components/i18n/server-texts'
import { segmentLook, segmentsLook } from '@/components/ui/segmented'
import { chooseThemeAction } from './actions'
import { type Theme, THEMES } from './theme'

const ICONS: Record<Theme, LucideIcon> = { system: SunMoon, light: Sun, dark: Moon }

/** Chooses how the dashboard looks in this browser. Works without a script. */
export async function ThemeChoice({ theme }: { theme: Theme }) {
  const t = await texts()
  return (
    <form action={chooseThemeAction}>
      <fieldset className={segmentsLook}>
        <legend className="sr-only">{t('Look.theme')}</legend>
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
              {t(`Look.${each}`)}
            </button>
          )
        })}
      </fieldset>
    </form>
  )
}
