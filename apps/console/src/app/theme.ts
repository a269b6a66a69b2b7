import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const brand: MantineColorsTuple = [
  '#edf2ff',
  '#dbe4ff',
  '#bac8ff',
  '#91a7ff',
  '#748ffc',
  '#5c7cfa',
  '#4c6ef5',
  '#4263eb',
  '#3b5bdb',
  '#364fc7',
];

/** White on the shade of buttons, and the shade of links on white, have a contrast of 4.5 or more. */
export const THEME = createTheme({
  colors: { brand },
  primaryColor: 'brand',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  autoContrast: true,
  respectReducedMotion: true,
  headings: { fontWeight: '650' },
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    Table: { defaultProps: { verticalSpacing: 'xs', highlightOnHover: true } },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600, miw: 'max-content' },
    },
    // A `header` element would be a second banner landmark of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    ModalTitle: { defaultProps: { fw: 650, lh: 1.3 } },
    DrawerTitle: { defaultProps: { fw: 650, lh: 1.3 } },
    Tooltip: {
      defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } },
    },
  },
});

/** Colors of text with a contrast of 4.5 or more, where the library's have less. */
export const COLORS: CSSVariablesResolver = ({ colors: { gray, dark, red } }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': gray[7],
    '--mantine-color-placeholder': gray[7],
    '--mantine-color-error': red[9],
    // Of an active navigation link under the pointer.
    '--mantine-color-brand-light-hover': '#cfdaff',
    '--mantine-color-orange-light-color': '#9c3603',
    '--mantine-color-red-light-color': '#a51111',
    '--mantine-color-teal-light-color': '#066649',
  },
  dark: {
    // Readable on the background of a table row under the pointer, and of messages.
    '--mantine-color-anchor': brand[2],
    '--mantine-color-dimmed': dark[1],
    '--mantine-color-placeholder': dark[1],
    '--mantine-color-error': red[4],
  },
});
