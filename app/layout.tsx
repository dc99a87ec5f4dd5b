import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { requestLocale, texts } from '@/components/i18n/server-texts'
import { areSingleKeysOn, SINGLE_KEYS_COOKIE } from '@/components/theme/single-keys'
import { THEME_COOKIE, themeOf } from '@/components/theme/theme'
import { inter, mono } from './fonts'
import './globals.css'

export async function generateMetadata(): Promise<Metadata> {
  const t = await texts()
  return {
    title: { default: 'Palimpsest', template: '%s · Palimpsest' },
    description: t('App.description'),
  }
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const kept = await cookies()
  const theme = themeOf(kept.get(THEME_COOKIE)?.value)
  const isKeyed = areSingleKeysOn(kept.get(SINGLE_KEYS_COOKIE)?.value)
  return (
    <html
      lang={await requestLocale()}
      data-theme={theme === 'system' ? undefined : theme}
      data-single-keys={isKeyed ? undefined : 'off'}
      className={`${inter.variable} ${mono.variable}`}
    >
      <body>{children}</body>
    </html>
  )
}
