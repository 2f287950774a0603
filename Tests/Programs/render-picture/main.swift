// Renders a picture in a process of its own, so that tests can measure its memory and see it crash.
//
//     render-picture SOURCE DIRECTORY [limits=WORD,...] [preview=EDGE] RENDITION...
//
// A rendition is WIDTHxHEIGHT[,WORD...], of the words `attention`, `focal=X/Y`, `dimmed=BRIGHTNESS/BLACKPOINT`,
// `circle`, `rectangle`, `png` and a JPEG quality. Files 0, 1, ... appear in the directory; `-` writes none. The facts
// are printed on one line, then the peak of its resident memory in kB. What goes wrong is one line on standard error, and status 1.

import PictureProgram

renderPicture()
