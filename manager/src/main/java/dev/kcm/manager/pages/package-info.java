/// What `/configz`, `/flagz` and `/statusz` say, as text. Serving them is someone else's job.
@NullMarked
package dev.kcm.manager.pages;

import org.jspecify.annotations.NullMarked;
