'use server'

import { cookies } from 'next/headers'
import { z } from 'zod'
import { LOCALE_COOKIE } from '@/components/i18n/language'
import { LOCALES } from '@/lib/text/locale'
import { SINGLE_KEYS_COOKIE, THEME_COOKIE, THEMES } from './kept'

const YEAR_SECONDS = 365 * 24 * 3600

async function keep(name: string, value: string): Promise<void> {
  ;(await cookies()).set(name, value, { maxAge: YEAR_SECONDS, sameSite: 'lax', path: '/' })
}

/** Keeps this browser's colour scheme: the form's `theme`. */
export async function chooseThemeAction(form: FormData): Promise<void> {
  await keep(THEME_COOKIE, z.enum(THEMES).parse(form.get('theme')))
}

/** Keeps this browser's language: the form's `locale`. */
export async function chooseLanguageAction(form: FormData): Promise<void> {
  await keep(LOCALE_COOKIE, z.enum(LOCALES).parse(form.get('locale')))
}

/** Keeps whether single keys do something in this browser: the form's `keys`. */
export async function chooseSingleKeysAction(form: FormData): Promise<void> {
  await keep(SINGLE_KEYS_COOKIE, z.enum(['on', 'off']).parse(form.get('keys')))
}
