// What `render-picture` does, as on a processor without the wide vectors of ours (see `CPlainProcessor`).

import CPlainProcessor
import PictureProgram

wr_be_plain_processor()
renderPicture()
