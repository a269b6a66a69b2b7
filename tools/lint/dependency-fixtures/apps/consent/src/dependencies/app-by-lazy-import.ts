// refused: no-app-imports-an-app
// refused: packages-by-name
export const load = () => import('../../../entity/src/main.js');
