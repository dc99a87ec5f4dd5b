import type { ScanRule } from '../rules'
import { type FoundRange, matchesOf, type ScannedText } from './scanned-text'

/** Finds data that point to a person: contacts, and numbers whose own check digits are right. */
export function personalData(scanned: ScannedText): FoundRange[] {
  return [
    ...emailAddresses(scanned),
    ...phoneNumbers(scanned),
    ...cardNumbers(scanned),
    ...ibans(scanned),
  ]
}

const LOCAL = /[A-Za-z0-9._%+'-]{1,64}$/
const DOMAIN =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,6}[A-Za-z]{2,24}(?![A-Za-z0-9-])/

/**
 * Domains and names that belong to nobody: kept for examples (RFC 2606, RFC 6761), or a program's.
 */
const NOBODYS_DOMAIN = /(?:^|\.)(?:example|test|invalid|localhost|local)(?:\.(?:com|org|net))?$/i
const NOBODYS_NAME = /^(?:git|svn|hg|noreply|no-reply|donotreply|do-not-reply)$/i

const LOGIN = /:\/\/[^\s/]{0,300}$/

/** Found from their `@`, so that a text without one costs nothing. */
function emailAddresses({ text }: ScannedText): FoundRange[] {
  const found: FoundRange[] = []
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const [local] = LOCAL.exec(text.slice(Math.max(at - 64, 0), at)) ?? []
    const [domain] = DOMAIN.exec(text.slice(at + 1, at + 255)) ?? []
    if (!local || !domain) continue
    // The login of an address, `https://user:word@host`, is a secret's matter.
    if (LOGIN.test(text.slice(Math.max(at - 300, 0), at))) continue
    if (NOBODYS_NAME.test(local) || NOBODYS_DOMAIN.test(domain)) continue
    found.push({ rule: 'email_address', from: at - local.length, to: at + 1 + domain.length })
  }
  return found
}

/** The country codes that there are (ITU-T E.164). */
const COUNTRY =
  '(?:1|7|2[07]|2[1-689]\\d|3[0-469]|3[578]\\d|4[013-9]|42\\d|5[1-8]|5[09]\\d|6[0-6]|6[789]\\d|8[1246]|8[058]\\d|9[0-58]|9[679]\\d)'

/** Only with its country: without one, dates and versions are numbers too. */
const PHONE = new RegExp(`(?<![\\w+])\\+ ?${COUNTRY}(?:[ ()./-]{0,2}\\d){5,13}(?!\\w)`, 'g')

/** Of the digits with the country's code. What is shorter counts added lines, or is a version. */
const SHORTEST_PHONE = 9

/** A country code, an area and an exchange, neither of which begins with 0 or 1. */
const NORTH_AMERICAN = /^1[2-9]\d\d[2-9]\d{6}$/

function phoneNumbers({ text }: ScannedText): FoundRange[] {
  if (!text.includes('+')) return []
  return [...matchesOf(text, PHONE)].flatMap(({ index, 0: written }) => {
    const number = digitsOf(written)
    const isPhone = number.startsWith('1')
      ? NORTH_AMERICAN.test(number)
      : number.length >= SHORTEST_PHONE
    return isPhone ? [rangeAt('phone_number', index, written)] : []
  })
}

const digitsOf = (written: string) => written.replaceAll(/\D/g, '')

const rangeAt = (rule: ScanRule, from: number, written: string): FoundRange => ({
  rule,
  from,
  to: from + written.length,
})

/** Digits in one piece, or in the groups in which cards print them. */
const CARD =
  /(?<![\w.+-])(?:\d{14,16}|\d{19}|\d{4}([ -])\d{4}\1\d{4}\1\d{4}|\d{4}([ -])\d{6}\2\d{4,5})(?![\w-]|\.\d)/g

/** The first digits by which networks tell their cards, and how long these are. */
const NETWORK =
  /^(?:4(?:\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:6011|65\d\d|64[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|62(?:\d{14}|\d{17})|220[0-4]\d{12})$/

/** Cards that payment services print in their manuals for everybody to try: nobody’s. */
const TEST_CARDS =
  /^(?:4242){4}$|^41{15}$|^40000{10}02$|^40128{9}1881$|^5555555555554444$|^5105105105105100$|^2223003122003222$|^378282246310005$|^371449635398431$|^60111{12}|^6011000990139424$|^30569309025904$|^3056930009020004$|^3530111333300000$|^3566002020360505$/

function cardNumbers({ text }: ScannedText): FoundRange[] {
  return [...matchesOf(text, CARD)].flatMap(({ index, 0: written }) => {
    const number = digitsOf(written)
    const isCard = NETWORK.test(number) && isLuhn(number)
    return isCard && !TEST_CARDS.test(number) ? [rangeAt('card_number', index, written)] : []
  })
}

/** The sum by which numbers of cards tell their own typing errors (ISO/IEC 7812-1). */
function isLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = index % 2 === 0 ? Number(digit) : Number(digit) * 2
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

const IBAN = /(?<![\w-])[A-Z]{2}\d{2} ?(?:[A-Z0-9]{1,4} ?){3,8}/g

/** How many signs an account number of a country has (SWIFT's IBAN registry). */
const IBAN_LENGTHS = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 ' +
    'EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 ' +
    'IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 ' +
    'NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 ' +
    'SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((each) => [each.slice(0, 2), Number(each.slice(2))]),
)

function ibans({ text }: ScannedText): FoundRange[] {
  return [...matchesOf(text, IBAN)].flatMap(({ index, 0: found }) => {
    const length = IBAN_LENGTHS.get(found.slice(0, 2)) ?? 0
    const written = new RegExp(`^(?:\\w ?){${length}}`).exec(found)?.[0].trimEnd() ?? ''
    if (written === '' || /\w/.test(text[index + written.length] ?? '')) return []
    return isIban(written.replaceAll(' ', '')) ? [rangeAt('iban', index, written)] : []
  })
}

/** Its remainder is 1 once its head stands last and letters are numbers from 10 (ISO 13616). */
function isIban(number: string): boolean {
  const turned = number.slice(4) + number.slice(0, 4)
  const digits = turned.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}
