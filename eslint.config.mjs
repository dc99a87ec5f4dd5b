import js from '@eslint/js'
import next from '@next/eslint-plugin-next'
import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { importDirections } from './scripts/import-directions.mjs'

const nodeGlobals = Object.fromEntries(
  ['process', 'console', 'URL', 'setTimeout', 'clearTimeout', 'Buffer', 'WebAssembly', 'fetch'].map(
    (name) => [name, 'readonly'],
  ),
)

const QUERIES = 'A feature asks the server in its queries.ts (components/queries/ask.ts).'

/** A key of TanStack Query that is written out. */
const WRITTEN_KEYS = [
  'Property[key.name=/^(query|mutation)Key$/] ArrayExpression',
  'CallExpression[callee.property.name=/^[gs]etQuer(y|ies)(Data|State|Defaults)$/] > ArrayExpression:first-child',
].map((selector) => ({ selector, message: QUERIES }))

export default tseslint.config(
  {
    ignores: [
      '.next/**',
      '.cache/**',
      'lib/db/generated/**',
      'next-env.d.ts',
      'test-results/**',
      'playwright-report/**',
      'data/**',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx,mts}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // The databases' interface is asynchronous, also where one of them answers at once.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  { files: ['**/*.mjs', '**/*.js'], languageOptions: { globals: nodeGlobals } },
  { files: ['app/**/*.tsx', 'components/**/*.tsx'], ...next.configs['core-web-vitals'] },
  { files: ['app/**/*.tsx', 'components/**/*.tsx'], ...hooks.configs.flat['recommended-latest'] },
  {
    files: ['{app,cli,components,lib}/**/*.{ts,tsx}'],
    ignores: ['lib/settings.ts', '**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Settings are read in lib/settings.ts.' },
      ],
    },
  },
  {
    files: ['{app,components}/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', '**/queries.ts', 'components/queries/ask.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: QUERIES }],
      'no-restricted-syntax': ['error', ...WRITTEN_KEYS],
    },
  },
  {
    // A test may reach for the support of the tests, and for what a folder keeps to itself.
    files: ['*.ts', '{app,bench,cli,components,e2e,lib,scripts,tests}/**/*.{ts,tsx,mts,js,jsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    plugins: { palimpsest: { rules: { 'import-directions': importDirections } } },
    rules: { 'palimpsest/import-directions': 'error' },
  },
)
