import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { areSingleKeysOn, SINGLE_KEYS_COOKIE, THEME_COOKIE, themeOf } from '@/components/theme/kept'
import { buildName } from '@/lib/build'
import { inter, mono } from './fonts'
import './globals.css'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Frame')
  return {
    title: { default: 'Palimpsest', template: '%s · Palimpsest' },
    description: t('description'),
  }
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const kept = await cookies()
  const theme = themeOf(kept.get(THEME_COOKIE)?.value)
  return (
    <html
      lang={await getLocale()}
      data-theme={theme === 'system' ? undefined : theme}
      data-single-keys={areSingleKeysOn(kept.get(SINGLE_KEYS_COOKIE)?.value) ? undefined : 'off'}
      data-build={buildName()}
      className={`${inter.variable} ${mono.variable}`}
      // Scripts add `data-ready`.
      suppressHydrationWarning
    >
      <body>{children}</body>
    </html>
  )
}
