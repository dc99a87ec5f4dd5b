'use server'

import { cookies } from 'next/headers'
import { z } from 'zod'
import { THEME_COOKIE, THEMES } from './theme'

const YEAR_SECONDS = 365 * 24 * 3600

/** Stores this browser's theme: the form's `theme`. */
export async function chooseThemeAction(form: FormData): Promise<void> {
  const theme = z.enum(THEMES).parse(form.get('theme'))
  const options = { maxAge: YEAR_SECONDS, sameSite: 'lax', path: '/' } as const
  ;(await cookies()).set(THEME_COOKIE, theme, options)
}
