import { homedir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { placeData, usualDataFolder } from './data-folder.mjs'

describe('the data of a packed Palimpsest', () => {
  test('lies where the platform has such a place', () => {
    expect(usualDataFolder({}, 'linux')).toBe(`${homedir()}/.local/share/palimpsest`)
    expect(usualDataFolder({ XDG_DATA_HOME: '/srv/share' }, 'linux')).toBe('/srv/share/palimpsest')
    expect(usualDataFolder({ XDG_DATA_HOME: 'share' }, 'linux')).toBe(
      `${homedir()}/.local/share/palimpsest`,
    )
    expect(usualDataFolder({}, 'darwin')).toBe(
      `${homedir()}/Library/Application Support/palimpsest`,
    )
  })

  test('lies where DATA_DIR and DATABASE_URL say, seen from where the command was typed', () => {
    const env = { DATA_DIR: 'here', DATABASE_URL: 'file:own.db' }
    placeData(env, '/srv/work')
    expect(env).toMatchObject({ DATA_DIR: '/srv/work/here', DATABASE_URL: 'file:/srv/work/own.db' })
  })

  test('may be seeded from the home and the folder where the command was typed', () => {
    const env: Record<string, string> = {}
    placeData(env, '/srv/work')
    expect(env.SEED_ROOTS).toBe(`${homedir()}:/srv/work`)
    const set = { SEED_ROOTS: '/srv/notes' }
    placeData(set, '/')
    expect(set.SEED_ROOTS).toBe('/srv/notes')
  })

  test('an address of PostgreSQL stays as it is', () => {
    const env = { DATA_DIR: '/srv', DATABASE_URL: 'postgresql://u@h/d' }
    placeData(env, '/srv/work')
    expect(env.DATABASE_URL).toBe('postgresql://u@h/d')
  })
})
