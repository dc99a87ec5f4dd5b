'use server'

import { cookies } from 'next/headers'
import { z } from 'zod'
import { SINGLE_KEYS_COOKIE } from './single-keys'
import { THEME_COOKIE, THEMES } from './theme'

const YEAR_SECONDS = 365 * 24 * 3600

const KEPT = { maxAge: YEAR_SECONDS, sameSite: 'lax', path: '/' } as const

/** Stores this browser's theme: the form's `theme`. */
export async function chooseThemeAction(form: FormData): Promise<void> {
  const theme = z.enum(THEMES).parse(form.get('theme'))
  ;(await cookies()).set(THEME_COOKIE, theme, KEPT)
}

/** Stores whether single keys do something in this browser: the form's `keys`. */
export async function chooseSingleKeysAction(form: FormData): Promise<void> {
  const keys = z.enum(['on', 'off']).parse(form.get('keys'))
  ;(await cookies()).set(SINGLE_KEYS_COOKIE, keys, KEPT)
}
