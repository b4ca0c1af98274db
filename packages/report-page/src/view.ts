/** What every view is given. */
import type { Model } from './model.js';
import type { Route } from './route.js';

export interface ViewProps {
  readonly model: Model;
  readonly route: Route;
}
