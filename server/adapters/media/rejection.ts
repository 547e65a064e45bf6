import { MessageError, storedMessages } from '#contract/text/message.ts';

/** What is wrong with a file, for its uploader, and what to do. */
export const MEDIA = storedMessages('media', {
  EMPTY: 'The file is empty. Please choose the video again.',
  ZIP: 'This is a ZIP archive, not a video. Unpack it and choose the video inside.',
  ARCHIVE: 'This is an archive, not a video. Unpack it and choose the video inside.',
  PICTURE: 'This is a picture, not a video.',
  SOUND: 'This is an audio file, not a video.',
  PROGRAM: 'This is a program, not a video.',
  TRANSPORT_STREAM: 'Transport streams are not accepted.',
  UNKNOWN: "We can't read this file as a video.",
  PDF: 'This is a PDF document, not a video.',
  AVI: "Browsers can't play AVI files.",
  FLASH: "Browsers can't play Flash videos.",
  OGG: 'Ogg files are not accepted.',
  WINDOWS_MEDIA: "Browsers can't play Windows Media files.",
  PLAYLIST: 'This is a playlist that points to other files, not a video. Choose the video file itself.',
  SCRIPT: 'This is a script, not a video.',
  SVG: 'This is an SVG drawing, not a video.',
  WEB_PAGE: 'This is a web page, not a video.',
  CHOOSE_ANOTHER_FORMAT: 'Please choose an MP4, MOV, WebM or MKV file.',
  WITH_ADVICE: '{0} {1}',
  MISSING_PART: 'The file is incomplete: much of the video is missing. Please upload it again.',
  INCOMPLETE: "The file is incomplete, so it can't be played. Please upload it again.",
  TOO_MANY_TRACKS: 'This file has too many tracks. Please save it with one video and one audio track.',
  DAMAGED_FILE: "We can't read this video. The file seems to be damaged. Please export or record it again.",
  NO_VIDEO_TRACK: 'This file has no video track, only sound. Please choose a video.',
  UNKNOWN_FORMAT: "We can't read this video's format. Please save it as MP4 and try again.",
  TOO_LONG: 'This video is longer than 10 minutes. Please shorten it and try again.',
  TOO_MANY_FRAMES: 'This video has more than 250 frames per second. Please save it at 60 or fewer.',
  FORMAT_NOT_TAKEN:
    "This video is in a format that isn't supported here ({0}). Please save it as MP4 and try again.",
  TOO_LARGE_FRAME: 'This video is larger than 4096 × 4096 pixels. Please save it at 1080p and try again.',
  TOO_SMALL_FRAME: 'The frame of this video is too small to show. Please choose another one.',
  UNREADABLE_IMAGES:
    "We can't read the images in this video. The file seems to be damaged. Please export or record it again.",
  DAMAGED_SOUND: 'The audio of this video is damaged. Please export or record it again.',
  DAMAGED_CLIP: 'This video is damaged.',
  DAMAGED_VIDEO: 'This video is damaged. Please try saving or recording it again.',
  CUT_OUTSIDE: 'The cut is past the end of this video. Please trim it again.',
  CROP_OUTSIDE: 'The crop leaves too little of this video. Please crop it again.',
  STOPS_PARTWAY: 'This video is damaged and stops partway. Please try saving or recording it again.',
  NOT_A_PICTURE: "We can't use this picture. Please choose a JPEG, PNG, WebP, GIF or AVIF file.",
  DAMAGED_PICTURE: "This picture is damaged and can't be read. Please choose another one.",
  TOO_MANY_PIXELS: 'This picture has more than 40 million pixels. Please make it smaller and try again.',
});

/**
 * A file that will never do, whatever is tried again: `text` is for its uploader. Everything else thrown by this adapter is
 * a failure of ours and may be retried.
 */
export class MediaRejection extends MessageError {
  override name = 'MediaRejection';
}
