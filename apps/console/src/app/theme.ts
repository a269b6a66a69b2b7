import {
  createTheme,
  rem,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/*
 * The design tokens of the console: colors, type, spacing, corners. Views use them by the names of
 * the library, so nothing else states a color or a size. `identity.css` has the rules that no
 * property of a component has.
 */

/** Petrol: actions, links, the selected view, and the first series of a chart. */
const brand: MantineColorsTuple = [
  '#e7f3f7',
  '#cfe5ed',
  '#a3cddc',
  '#74b2c8',
  '#4a98b2',
  '#2b7f9c',
  '#1a6c88',
  '#16637f',
  '#115a74',
  '#0c485e',
];

/** Slate: text, lines and surfaces in light colors. */
const gray: MantineColorsTuple = [
  '#f6f8f9',
  '#edf1f3',
  '#e0e6e9',
  '#ccd5da',
  '#b0bcc3',
  '#8d9ba4',
  '#6b7a84',
  '#4f5d66',
  '#35424a',
  '#1a242a',
];

/** The same in dark colors: text, dimmed text, ..., surfaces, the page. */
const dark: MantineColorsTuple = [
  '#d8e0e5',
  '#adbac2',
  '#8796a0',
  '#5b6973',
  '#3a464e',
  '#2c363d',
  '#20292f',
  '#161d22',
  '#11171b',
  '#0b1013',
];

const SANS =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';
const MONO =
  'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';
const BOLD = '650';

/** White on the shade of buttons, and the shade of links on white, have a contrast of 4.5 or more. */
export const THEME = createTheme({
  black: gray[9],
  colors: { brand, gray, dark },
  primaryColor: 'brand',
  primaryShade: { light: 8, dark: 8 },
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  // A dense scale: 14 pixels are the text of a page, 13 the text of tables and notes.
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(18) },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.5', lg: '1.5', xl: '1.5' },
  headings: {
    fontFamily: SANS,
    fontWeight: BOLD,
    sizes: {
      h2: { fontSize: rem(22), lineHeight: '1.25' },
      h3: { fontSize: rem(17), lineHeight: '1.3' },
      h4: { fontSize: rem(15), lineHeight: '1.35' },
    },
  },
  // Steps of 4 pixels.
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(20), xl: rem(28) },
  radius: { xs: rem(2), sm: rem(4), md: rem(6), lg: rem(8), xl: rem(16) },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  autoContrast: true,
  respectReducedMotion: true,
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    Table: { defaultProps: { verticalSpacing: rem(7), highlightOnHover: true } },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600, miw: 'max-content' },
    },
    Card: { defaultProps: { radius: 'md' } },
    Paper: { defaultProps: { radius: 'md' } },
    // A `header` element would be a second banner landmark of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    ModalTitle: { defaultProps: { fw: BOLD, lh: 1.3 } },
    DrawerTitle: { defaultProps: { fw: BOLD, lh: 1.3 } },
    Tooltip: {
      defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } },
    },
  },
});

/** Colors of text with a contrast of 4.5 or more, where the library's have less; and of surfaces. */
export const COLORS: CSSVariablesResolver = ({ colors: { orange, red, teal } }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': gray[7],
    '--mantine-color-placeholder': gray[7],
    '--mantine-color-error': red[9],
    '--mantine-color-default-border': gray[3],
    '--mantine-color-orange-light-color': '#9c3603',
    '--mantine-color-red-light-color': '#a51111',
    '--mantine-color-teal-light-color': '#066649',
    '--mantine-color-orange-light': orange[0],
    '--mantine-color-red-light': red[0],
    '--mantine-color-teal-light': teal[0],
    '--mantine-color-brand-light': brand[0],
    '--mantine-color-brand-light-hover': brand[1],
    '--mantine-color-brand-light-color': brand[8],
    '--mantine-color-gray-light-color': gray[8],
    // The frame of the page, and the head of a table.
    '--ndx-frame': gray[0],
    '--ndx-focus': brand[6],
    '--ndx-art-line': gray[5],
    '--ndx-art-fill': gray[1],
    '--ndx-art-accent': brand[6],
  },
  dark: {
    // Readable on the background of a table row under the pointer, and of messages.
    '--mantine-color-anchor': brand[2],
    '--mantine-color-dimmed': dark[1],
    '--mantine-color-placeholder': dark[1],
    '--mantine-color-error': red[4],
    '--mantine-color-default-border': dark[5],
    '--mantine-color-brand-light': '#12303c',
    '--mantine-color-brand-light-hover': '#173b49',
    '--mantine-color-brand-light-color': brand[2],
    // Muted: a message is beside the content, not before it.
    '--mantine-color-orange-light': '#33271b',
    '--mantine-color-orange-light-color': orange[3],
    '--mantine-color-red-light': '#371f20',
    '--mantine-color-red-light-color': red[3],
    '--mantine-color-teal-light': '#15302a',
    '--mantine-color-teal-light-color': teal[3],
    '--mantine-color-gray-light': dark[5],
    '--mantine-color-gray-light-color': dark[0],
    '--ndx-frame': dark[8],
    '--ndx-focus': brand[3],
    '--ndx-art-line': dark[2],
    '--ndx-art-fill': dark[6],
    '--ndx-art-accent': brand[3],
  },
});
