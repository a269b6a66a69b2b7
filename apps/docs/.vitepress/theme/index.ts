import { h } from 'vue';
import { Content } from 'vitepress';
// With the fonts of the reader's system, which need no download.
import theme, { VPHomeContent, VPHomeFeatures, VPHomeHero } from 'vitepress/theme-without-fonts';
import './style.css';

/** The home page of the theme, as the main landmark. */
const Roles = () =>
  h('main', { class: 'roles' }, [
    h(VPHomeHero),
    h(VPHomeFeatures),
    h(VPHomeContent, null, () => h(Content)),
  ]);

export default {
  extends: theme,
  enhanceApp: ({ app }) => app.component('Roles', Roles),
};
